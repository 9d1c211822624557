import { createRequire } from 'node:module';
import { SMS_ADAPTERS } from '#libs/providers/providers.js';
import { SMS_PROVIDERS } from './catalogue.js';

interface ListedProvider {
  id: string;
  credentials: readonly { key: string; required: boolean }[];
}

/** Keys, and of those that are needed behind each a star. */
type Keys = string[];

// The package's ES modules are written for bundlers.
const { smsProviders } = createRequire(import.meta.url)('@novu/shared') as { smsProviders: ListedProvider[] };

/** Where our keys differ from those that dashboards and clients know, and why. */
const DIFFERENCES: Record<string, { keys: Keys; why: string }> = {
  sns: { keys: ['apiKey*', 'from', 'region*', 'secretKey*'], why: 'a sender may be named, and is sent' },
  gupshup: { keys: ['from', 'password*', 'user*'], why: 'a sender may be named, and is sent' },
  'burst-sms': { keys: ['apiKey*', 'from', 'secretKey*'], why: 'a sender may be named, and is sent' },
  clickatell: { keys: ['apiKey*', 'from'], why: 'a sender may be named, and is sent' },
  bandwidth: {
    keys: ['accountSid*', 'applicationId', 'from*', 'password*', 'user*'],
    why: 'the service refuses messages without the id of an application',
  },
  termii: { keys: ['apiKey*', 'baseUrl', 'from*'], why: 'newer accounts have an address of their own' },
  sinch: {
    keys: ['accountSid*', 'apiToken*', 'from*', 'region'],
    why: 'the credentials of the contract have no servicePlanId, and the list preselects a region',
  },
  unifonic: { keys: ['appSid*', 'from', 'senderId*'], why: 'the id of the sender is the sender' },
};

/** Without an adapter, and without keys in the contract: any key is accepted. */
const UNKNOWN = new Set(['imedia']);

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const keysOf = (id: string): Keys => {
  const { needed = [], optional = [] } = SMS_PROVIDERS[id]?.keys ?? {};
  return [...needed.map((key) => `${key}*`), ...optional].toSorted(byText);
};
const listedKeysOf = ({ credentials }: ListedProvider): Keys =>
  credentials.map(({ key, required }) => (required ? `${key}*` : key)).toSorted(byText);

describe('the providers of text messages', () => {
  it('are those of the list, and one that is newer', () => {
    const listed = smsProviders.map(({ id }) => id);
    expect(Object.keys(SMS_PROVIDERS).filter((id) => !listed.includes(id))).toEqual(['ruach-sms']);
    expect(listed.filter((id) => !(id in SMS_PROVIDERS))).toEqual([]);
  });

  it.each(smsProviders.filter(({ id }) => !UNKNOWN.has(id)).map((one) => [one.id, one] as const))(
    'of which %s wants the keys of the list, or others for a reason',
    (id, listed) => {
      const difference = DIFFERENCES[id];
      expect(keysOf(id)).toEqual(difference?.keys ?? listedKeysOf(listed));
      // A difference that is none any more is to go.
      if (difference) expect(difference.keys).not.toEqual(listedKeysOf(listed));
    },
  );

  it('are sent with by adapters, but for those whose requests are not known well enough', () => {
    const adapted = new Set(SMS_ADAPTERS.map(({ id }) => id));
    expect(adapted.size).toBe(SMS_ADAPTERS.length);
    expect(Object.keys(SMS_PROVIDERS).filter((id) => !adapted.has(id))).toEqual(['novu-sms', 'eazy-sms', 'imedia']);
    for (const adapter of SMS_ADAPTERS) expect(SMS_PROVIDERS[adapter.id]).toBe(adapter);
  });
});
