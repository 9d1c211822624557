import { createRequire } from 'node:module';
import { CHAT_ADAPTERS } from '#libs/providers/chat/chat-providers.js';
import { CHAT_PROVIDERS } from './chat-providers.js';

interface ListedProvider {
  id: string;
  credentials: readonly { key: string; required: boolean }[];
}

// The package's ES modules are written for bundlers.
const { chatProviders } = createRequire(import.meta.url)('@novu/shared') as { chatProviders: ListedProvider[] };

/** Differences from the list that dashboards and clients know, and why. */
const DIFFERENCES: Record<string, { needed?: string[]; optional?: string[]; why: string }> = {
  slack: {
    needed: ['applicationId', 'clientId', 'secretKey'],
    optional: ['hmac', 'redirectUrl', 'signingSecret'],
    why: 'the contract does not need the secret that proves requests of Slack, and nothing here receives any',
  },
  'webex-messaging': {
    needed: [],
    optional: ['clientId', 'redirectUrl', 'secretKey'],
    why: 'the contract shows no keys; messages are sent with the token of a connection, always to the one API of Webex',
  },
  'rocket-chat': {
    needed: ['token', 'user'],
    optional: ['baseUrl'],
    why: 'an endpoint that is a channel needs to know the server',
  },
  'whatsapp-business': {
    needed: ['apiToken', 'phoneNumberIdentification'],
    optional: [],
    why: 'the contract needs these two; the others are for receiving messages, which happens nowhere here',
  },
  'chat-webhook': {
    needed: [],
    optional: ['hmacSecretKeyEncoding', 'secretKey'],
    why: 'a key that signs may be one of bytes',
  },
  telegram: {
    needed: [],
    optional: ['apiToken', 'baseUrl'],
    why: "the contract shows no keys, and a bot may be listed before it has a token; its API server may be one's own",
  },
  'novu-slack': { why: 'has no adapter: any key is accepted' },
  sendblue: { why: 'has no adapter: any key is accepted' },
};

const toSet = (keys: readonly string[] | undefined): Set<string> | undefined => keys && new Set(keys);

describe('the chat providers', () => {
  it('are those of the list, and one that is newer', () => {
    const listed = chatProviders.map(({ id }) => id);
    expect(Object.keys(CHAT_PROVIDERS).filter((id) => !listed.includes(id))).toEqual(['novu-web-chat']);
    expect(listed.filter((id) => !(id in CHAT_PROVIDERS))).toEqual([]);
  });

  it.each(chatProviders.map((one) => [one.id, one] as const))(
    '%s wants the keys of the list',
    (id, { credentials }) => {
      const keysThat = (required: boolean) =>
        new Set(credentials.filter((one) => one.required === required).map(({ key }) => key));
      const wanted = { needed: keysThat(true), optional: keysThat(false) };
      const difference = DIFFERENCES[id];
      const expected = difference ? { needed: toSet(difference.needed), optional: toSet(difference.optional) } : wanted;
      const keys = CHAT_PROVIDERS[id]?.keys;
      expect({
        needed: keys && toSet(keys.needed ?? []),
        optional: keys && toSet(keys.optional ?? []),
      }).toEqual(expected);
      // A difference that is none any more is to go.
      if (difference) expect(expected).not.toEqual(wanted);
    },
  );

  it('are sent with by adapters, but for those of which no interface is known', () => {
    const adapted = new Set(CHAT_ADAPTERS.map(({ id }) => id));
    expect(adapted.size).toBe(CHAT_ADAPTERS.length);
    expect(Object.keys(CHAT_PROVIDERS).filter((id) => !adapted.has(id))).toEqual([
      'ryver',
      'getstream',
      'novu-slack',
      'sendblue',
      'novu-web-chat',
    ]);
    for (const adapter of CHAT_ADAPTERS) expect(CHAT_PROVIDERS[adapter.id]).toBe(adapter);
  });
});
