import { createRequire } from 'node:module';
import { PUSH_ADAPTERS } from '#libs/providers/push/push-providers.js';
import { PUSH_PROVIDERS } from './push-providers.js';

interface ListedProvider {
  id: string;
  credentials: readonly { key: string; required: boolean }[];
}

// The package's ES modules are written for bundlers.
const { pushProviders } = createRequire(import.meta.url)('@novu/shared') as { pushProviders: ListedProvider[] };

/** Differences from the list that dashboards and clients know, and why. */
const DIFFERENCES: Record<string, { needed?: string[]; optional?: string[]; why: string }> = {
  'one-signal': {
    needed: ['apiKey', 'applicationId'],
    optional: [],
    why: 'the contract has no credential "apiVersion"; devices are always named by their subscriptions, as today',
  },
  'push-webhook': {
    needed: ['secretKey', 'webhookUrl'],
    optional: ['hmacSecretKeyEncoding'],
    why: 'a key that signs may be one of bytes, as for the webhooks of other channels',
  },
  appio: { why: 'has no adapter: any key is accepted' },
};

const setOf = (keys: string[] | undefined) => keys && new Set(keys);

describe('the push providers', () => {
  it('are those of the list, and our own', () => {
    const listed = pushProviders.map(({ id }) => id);
    expect(Object.keys(PUSH_PROVIDERS).filter((id) => !listed.includes(id))).toEqual(['outbox-push', 'web-push']);
    expect(listed.filter((id) => !(id in PUSH_PROVIDERS))).toEqual([]);
  });

  it.each(pushProviders.map((one) => [one.id, one] as const))(
    '%s wants the keys of the list',
    (id, { credentials }) => {
      const keysThat = (required: boolean) =>
        new Set(credentials.filter((one) => one.required === required).map(({ key }) => key));
      const wanted = { needed: keysThat(true), optional: keysThat(false) };
      const difference = DIFFERENCES[id];
      const expected = difference ? { needed: setOf(difference.needed), optional: setOf(difference.optional) } : wanted;
      const keys = PUSH_PROVIDERS[id]?.keys;
      expect({
        needed: keys && new Set(keys.needed),
        optional: keys && new Set(keys.optional),
      }).toEqual(expected);
      // A difference that is none any more is to go.
      if (difference) expect(expected).not.toEqual(wanted);
    },
  );

  it('are sent with by adapters, but for one whose interface is not known and the outbox', () => {
    const adapted = new Set(PUSH_ADAPTERS.map(({ id }) => id));
    expect(adapted.size).toBe(PUSH_ADAPTERS.length);
    expect(Object.keys(PUSH_PROVIDERS).filter((id) => !adapted.has(id))).toEqual(['appio', 'outbox-push']);
    for (const adapter of PUSH_ADAPTERS) expect(PUSH_PROVIDERS[adapter.id]).toBe(adapter);
  });
});
