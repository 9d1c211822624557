import { CHAT_ADAPTERS } from '#libs/providers/providers.js';
import { type Differences, listedProviders, wantListedKeys } from '../../test/listed-providers.js';
import { CHAT_PROVIDERS } from './catalogue.js';

const chatProviders = listedProviders('chatProviders');

/** Differences from the list that dashboards and clients know, and why. */
const DIFFERENCES: Differences = {
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
  sendblue: {
    needed: ['apiKey', 'from', 'secretKey'],
    optional: [],
    why: 'the token proves messages that come in, and nothing here receives any',
  },
};

describe('the chat providers', () => {
  it('are those of the list, one that is newer, the outbox, and Google Chat', () => {
    const listed = chatProviders.map(({ id }) => id);
    expect(Object.keys(CHAT_PROVIDERS).filter((id) => !listed.includes(id))).toEqual([
      'novu-web-chat',
      'outbox-chat',
      'google-chat',
    ]);
    expect(listed.filter((id) => !(id in CHAT_PROVIDERS))).toEqual([]);
  });

  wantListedKeys(chatProviders, CHAT_PROVIDERS, DIFFERENCES);

  it('are sent with by adapters, but for those that nothing can be sent with, and the outbox', () => {
    const adapted = new Set(CHAT_ADAPTERS.map(({ id }) => id));
    expect(adapted.size).toBe(CHAT_ADAPTERS.length);
    expect(Object.keys(CHAT_PROVIDERS).filter((id) => !adapted.has(id))).toEqual([
      'getstream',
      'novu-slack',
      'novu-web-chat',
      'outbox-chat',
    ]);
    for (const adapter of CHAT_ADAPTERS) expect(CHAT_PROVIDERS[adapter.id]).toBe(adapter);
  });
});
