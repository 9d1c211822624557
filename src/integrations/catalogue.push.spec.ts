import { PUSH_ADAPTERS } from '#libs/providers/providers.js';
import { type Differences, listedProviders, wantListedKeys } from '../../test/listed-providers.js';
import { PUSH_PROVIDERS } from './catalogue.js';

const pushProviders = listedProviders('pushProviders');

/** Differences from the list that dashboards and clients know, and why. */
const DIFFERENCES: Differences = {
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
  appio: {
    needed: ['AppIOBaseUrl', 'apiKey'],
    optional: [],
    why: 'the service refuses requests without the key of a service',
  },
};

describe('the push providers', () => {
  it('are those of the list, and our own', () => {
    const listed = pushProviders.map(({ id }) => id);
    expect(Object.keys(PUSH_PROVIDERS).filter((id) => !listed.includes(id))).toEqual(['outbox-push', 'web-push']);
    expect(listed.filter((id) => !(id in PUSH_PROVIDERS))).toEqual([]);
  });

  wantListedKeys(pushProviders, PUSH_PROVIDERS, DIFFERENCES);

  it('are sent with by adapters, but for the outbox', () => {
    const adapted = new Set(PUSH_ADAPTERS.map(({ id }) => id));
    expect(adapted.size).toBe(PUSH_ADAPTERS.length);
    expect(Object.keys(PUSH_PROVIDERS).filter((id) => !adapted.has(id))).toEqual(['outbox-push']);
    for (const adapter of PUSH_ADAPTERS) expect(PUSH_PROVIDERS[adapter.id]).toBe(adapter);
  });
});
