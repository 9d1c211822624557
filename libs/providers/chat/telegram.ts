import { httpProvider } from '../kit/http/http-provider.js';
import { bodyProblem, isSuccess } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { type Account, AccountError, baseUrl, text } from '../kit/account.js';
import { targetSecrets, wrongTarget } from './targets.js';

/** Telegram: chats in which the bot has been started. `baseUrl` is for a self-hosted Bot API server. */
export const telegram: ChatProvider = httpProvider({
  id: 'telegram',
  channel: 'chat',
  name: 'Telegram',
  documentation: 'https://core.telegram.org/bots/api#sendmessage',
  // An integration may be created before its bot has a token.
  keys: { optional: ['apiToken', 'baseUrl'] },
  secrets: targetSecrets,
  request({ content: { target, body } }, account) {
    if (target.kind !== 'channel' && target.kind !== 'user') throw wrongTarget('Telegram', 'chats', target);
    return {
      method: 'POST',
      url: `${baseUrl(account, 'https://api.telegram.org')}/bot${botToken(account)}/sendMessage`,
      ...jsonBody({ chat_id: target.id, text: body }),
    };
  },
  problem(response, now) {
    const { ok, parameters } = readJson(response.body);
    if (response.status === 429) return bodyProblem(response, now, 'transient', at(parameters, 'retry_after'));
    return ok === false && isSuccess(response) ? bodyProblem(response, now, 'permanent') : undefined;
  },
  messageId: ({ body }) => idAt(body, 'result.message_id'),
});

/** The token is part of the URL, so its form is checked. */
function botToken(account: Account): string {
  const token = text(account, 'apiToken');
  if (!/^\d+:[\w-]+$/.test(token)) throw new AccountError('the credential "apiToken" is no token of a bot');
  return token;
}
