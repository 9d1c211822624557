import { AccessTokens } from './access-tokens.js';

const MINUTE = 60_000;
const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12) + minutes * MINUTE);
const account = { apiKey: 'key' };

describe('cached tokens', () => {
  let made: number;
  let tokens: AccessTokens;
  const of = (minutes: number) =>
    tokens.of(account, at(minutes), () => Promise.resolve({ token: `token-${++made}`, lifetimeMs: 50 * MINUTE }));

  beforeEach(() => {
    made = 0;
    tokens = new AccessTokens();
  });

  it('are not used longer because the clock was set back', async () => {
    expect(await of(0)).toBe('token-1');
    expect(await of(40)).toBe('token-1');
    // Set back by half an hour: its age is unknown.
    expect(await of(10)).toBe('token-2');
    expect(await of(49)).toBe('token-2');
    expect(await of(-600)).toBe('token-3');
    expect(await of(-599)).toBe('token-3');
  });

  it('are forgotten when refused, once for all who were refused', async () => {
    await of(0);
    const before = tokens.current(account);
    expect(tokens.replace(account, before, at(1))).toBe(true);
    expect(await of(1)).toBe('token-2');
    // Another message was sent with the first token, too: it takes the second one.
    expect(tokens.replace(account, before, at(1))).toBe(true);
    expect(await of(1)).toBe('token-2');
  });

  it('are not fetched again for a message that has just got one', async () => {
    const before = tokens.current(account);
    await of(0);
    expect(tokens.replace(account, before, at(0))).toBe(false);
    expect(await of(1)).toBe('token-2');
  });

  it('are replaced no sooner than the service accepts it', async () => {
    tokens = new AccessTokens(20 * MINUTE);
    await of(0);
    expect(tokens.replace(account, tokens.current(account), at(19))).toBe(false);
    expect(await of(19)).toBe('token-1');
    expect(tokens.replace(account, tokens.current(account), at(20))).toBe(true);
    expect(await of(20)).toBe('token-2');
  });
});
