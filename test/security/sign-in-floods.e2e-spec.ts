import { Passwords } from '../../src/accounts/passwords.js';
import { signIn } from '../accounts/people-scene.js';
import { createAccountWithPassword } from '../builders/account.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

const HOME = '192.0.2.1';
/** More than may wait. */
const FLOOD = 45;

describe('AC8: a flood of attempts to sign in', () => {
  let test: TestApp;
  let owner: string;

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
    owner = (await createAccountWithPassword(test, { role: 'owner' })).email;
    expect((await signIn(test, { email: owner }, { address: HOME })).status).toBe(201);
  });

  afterAll(() => test.close());

  /** Sends attempts with unknown emails, then the owner signs in; all passwords are checked at the same moment, in this order. */
  async function statusOfOwner(addressOf: (index: number) => string, address: string): Promise<number> {
    const passwords = test.app.get(Passwords);
    const verify = passwords.verify.bind(passwords);
    let arrived = 0;
    let go = (): void => undefined;
    const all = new Promise<void>((resolve) => (go = resolve));
    passwords.verify = async (...parameters) => {
      arrived += 1;
      await all;
      return verify(...parameters);
    };
    const attempts = Array.from({ length: FLOOD }, (_, index) =>
      signIn(test, { email: `${address}-${index}@example.com` }, { address: addressOf(index) }),
    );
    await eventually(async () => expect(arrived).toBe(FLOOD), 20_000);
    const signedIn = signIn(test, { email: owner }, { address });
    await eventually(async () => expect(arrived).toBe(FLOOD + 1), 20_000);
    passwords.verify = verify;
    go();
    await Promise.all(attempts);
    return (await signedIn).status;
  }

  it('from many addresses does not keep out an owner at a known one', async () => {
    expect(await statusOfOwner((index) => `198.51.100.${index}`, HOME)).toBe(201);
  });

  it('from one address does not keep out the owner at another one, even a new one', async () => {
    expect(await statusOfOwner(() => '203.0.113.1', '203.0.113.9')).toBe(201);
  });
});
