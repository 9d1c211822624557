import { isUrl } from '#libs/url/is-url.js';
import type { ChatContent } from '../kit/content.js';
import { chatProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import type { ChatProvider } from '../kit/provider.js';
import { type Account, AccountError, baseUrl, text } from '../kit/account.js';
import { escapeChat } from './escape.js';
import { targetSecrets, webhookAddress, webhookChannel, wrongTarget } from './targets.js';

const ENTRY = {
  id: 'rocket-chat',
  name: 'Rocket.Chat',
  keys: { needed: ['token', 'user'], optional: ['baseUrl'] },
  secrets: targetSecrets,
  escape: escapeChat,
  // The default of the setting Message_MaxAllowedSize.
  limits: { body: { max: 5000, unit: 'characters' } },
} as const;

const webhook = chatProvider({
  ...ENTRY,
  documentation: 'https://docs.rocket.chat/docs/integrations#incoming-webhook-script',
  request: ({ content }) => ({
    url: webhookAddress(content, 'Rocket.Chat'),
    json: { channel: webhookChannel(content), text: content.body },
  }),
  // https://docs.rocket.chat/docs/integrations: {"success":true}, or {"success":false,"error":…}
  faults: { recipient: /invalid.?(?:channel|room|integration)|not.?found|not.?allowed|archived/i },
  access: () => 'recipient',
  verdict: judged('success', { good: [true] }),
});

const api = chatProvider({
  ...ENTRY,
  documentation: 'https://developer.rocket.chat/apidocs/send-message',
  request({ content }, account) {
    const { server, room } = roomOf(content, account);
    return {
      url: `${server}/api/v1/chat.sendMessage`,
      json: { message: { rid: room, msg: content.body } },
      headers: { 'x-auth-token': text(account, 'token'), 'x-user-id': text(account, 'user') },
    };
  },
  // https://developer.rocket.chat/apidocs/rocketchat-api-errors
  code: 'errorType',
  faults: {
    passing: ['error-too-many-requests', /error-too-many-requests/],
    content: 'error-message-size-exceeded error-invalid-params',
    recipient: 'error-invalid-room error-room-not-found error-not-allowed error-room-archived error-action-not-allowed',
    account: 'error-unauthorized error-invalid-user',
  },
  verdict: judged('success', { good: [true] }),
  messageId: 'message._id',
  optionalId: true,
});

/** Rocket.Chat: rooms of a server, and the server's incoming webhooks, which are recognized by their path. */
export const rocketChat: ChatProvider = {
  ...api,
  send: (message, account, world) => (isIncomingWebhook(message.content) ? webhook : api).send(message, account, world),
};

function isIncomingWebhook({ target }: ChatContent): boolean {
  return target.kind === 'webhook' && isUrl(target.url) && new URL(target.url).pathname.includes('/hooks/');
}

/** A target of kind `webhook` with a channel is the address of a server and a room there. */
function roomOf(content: ChatContent, account: Account): { server: string; room: string } {
  const { target } = content;
  if (target.kind === 'channel') return { server: baseUrl(account), room: target.id };
  if (target.kind !== 'webhook') throw wrongTarget('Rocket.Chat', 'rooms', target);
  if (target.channel === undefined)
    throw new AccountError('the address of the server comes without a channel', 'recipient');
  return { server: webhookAddress(content, 'Rocket.Chat').replace(/\/+$/, ''), room: target.channel };
}
