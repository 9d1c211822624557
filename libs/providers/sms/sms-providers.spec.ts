import type { SmsProvider } from '../kit/provider.js';
import { type Account, isCredentialKey } from '../kit/account.js';
import { worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { SMS_ADAPTERS } from '../providers.js';

/** Values for keys that must have a certain form. */
const VALUES: Record<string, string> = {
  baseUrl: 'https://sms.example.com',
  host: 'sms.example.com',
  port: '13013',
  accessKey: 'endpoint=https://sms.example.com;accesskey=a2V5',
  applicationId: 'app-1',
};

function accountFor({ keys }: SmsProvider, from?: string): Account {
  const wanted = [...(keys?.needed ?? []), 'applicationId'].filter((key) => key !== 'from' && isCredentialKey(key));
  return { ...Object.fromEntries(wanted.map((key) => [key, VALUES[key] ?? `${key}-1`])), ...(from && { from }) };
}

describe('M1: who a text message comes from', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
    // Sufficient for services that fetch a token first.
    service.respond = () => ({ status: 200, body: '{"access_token":"t0ken","expires_in":3600}' });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.received.length = 0;
  });

  const sending = (provider: SmsProvider, account: Account, from?: string) =>
    provider.send(
      { key: 'k', content: { channel: 'sms', to: '+15550100', body: 'Hello', ...(from && { from }) }, overrides: {} },
      account,
      worldOf(service),
    );
  const sent = (): string => {
    const { url, body } = service.received.at(-1)!;
    return url + body.toString();
  };

  it.each(SMS_ADAPTERS.map((one) => [one.id, one] as const))('is what the message says, with %s', async (_id, one) => {
    await sending(one, accountFor(one, 'OfAccount'), 'OfMessage');
    expect(sent()).toContain('OfMessage');
    expect(sent()).not.toContain('OfAccount');
  });

  const needing = SMS_ADAPTERS.filter(({ keys }) => keys?.needed?.includes('from'));
  it.each(needing.map((one) => [one.id, one] as const))(
    'is what the account says, or nothing is sent, with %s',
    async (_id, one) => {
      expect(await sending(one, accountFor(one))).toEqual({
        ok: false,
        fault: 'account',
        kind: 'permanent',
        error: 'neither the message nor the integration says who it is "from"',
      });
      expect(service.received).toEqual([]);
      await sending(one, accountFor(one, 'OfAccount'));
      expect(sent()).toContain('OfAccount');
    },
  );
});
