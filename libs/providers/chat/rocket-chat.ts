import { isUrl } from '#libs/url/is-url.js';
import type { ChatContent } from '../kit/content.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { bodyProblem, isSuccess, unclearProblem } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { type Account, AccountError, baseUrl, text } from '../kit/account.js';
import { targetSecrets, webhookAddress, webhookChannel, wrongTarget } from './targets.js';

const ENTRY = {
  id: 'rocket-chat',
  channel: 'chat',
  name: 'Rocket.Chat',
  keys: { needed: ['token', 'user'], optional: ['baseUrl'] },
  secrets: targetSecrets,
} as const;

const webhook: ChatProvider = httpProvider({
  ...ENTRY,
  documentation: 'https://docs.rocket.chat/docs/integrations#incoming-webhook-script',
  request: ({ content }) => ({
    method: 'POST',
    url: webhookAddress(content, 'Rocket.Chat'),
    ...jsonBody({ channel: webhookChannel(content), text: content.body }),
  }),
});

const api: ChatProvider = httpProvider({
  ...ENTRY,
  documentation: 'https://developer.rocket.chat/apidocs/send-message',
  request({ content }, account) {
    const { server, room } = roomOf(content, account);
    return {
      method: 'POST',
      url: `${server}/api/v1/chat.sendMessage`,
      ...jsonBody(
        { message: { rid: room, msg: content.body } },
        { 'x-auth-token': text(account, 'token'), 'x-user-id': text(account, 'user') },
      ),
    };
  },
  problem(response, now) {
    if (!isSuccess(response)) return undefined;
    const { success } = readJson(response.body);
    if (success === true) return undefined;
    if (success !== false) return unclearProblem(response, now);
    return bodyProblem(response, now, response.body.includes('error-too-many-requests') ? 'transient' : 'permanent');
  },
  messageId: ({ body }) => idAt(body, 'message._id'),
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
  if (target.channel === undefined) throw new AccountError('the address of the server comes without a channel');
  return { server: webhookAddress(content, 'Rocket.Chat').replace(/\/+$/, ''), room: target.channel };
}
