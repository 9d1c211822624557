import { chatProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { type Account, AccountError, baseUrl, text } from '../kit/account.js';
import { breakMentions } from './escape.js';
import { targetSecrets, wrongTarget } from './targets.js';

/** Telegram: chats in which the bot has been started. `baseUrl` is for a self-hosted Bot API server. */
export const telegram = chatProvider({
  id: 'telegram',
  name: 'Telegram',
  documentation: 'https://core.telegram.org/bots/api#sendmessage',
  // An integration may be created before its bot has a token.
  keys: { optional: ['apiToken', 'baseUrl'] },
  secrets: targetSecrets,
  request({ content: { target, body } }, account) {
    if (target.kind !== 'channel' && target.kind !== 'user') throw wrongTarget('Telegram', 'chats', target);
    return {
      url: `${baseUrl(account, 'https://api.telegram.org')}/bot${botToken(account)}/sendMessage`,
      json: { chat_id: target.id, text: body },
    };
  },
  // https://core.telegram.org/bots/api#making-requests; its descriptions are the codes, which are collected at
  // https://github.com/TelegramBotAPI/errors. The text is sent without markup, in which there are still mentions.
  code: 'error_code',
  faults: [
    {
      recipient: [
        /blocked by the user|user is deactivated|kicked|not a member|can't initiate|can't send messages to bots/i,
        /chat not found|user not found|PEER_ID_INVALID|group chat was (?:upgraded|deleted|deactivated)|chat was deleted/i,
        /not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|chat_id is empty|TOPIC_(?:CLOSED|DELETED)/i,
      ],
      content: /message (?:text )?is (?:empty|too long)|can't parse entities|ENTITIES_TOO_LONG|BUTTON_\w+INVALID/i,
      account: '401 404',
    },
    { recipient: '403', content: '400', passing: '429 500' },
  ],
  wait: 'parameters.retry_after',
  verdict: judged('ok', { good: [true] }),
  escape: breakMentions,
  limits: { body: { max: 4096, unit: 'units' } },
  messageId: 'result.message_id',
  optionalId: true,
});

/** The token is part of the URL, so its form is checked. */
function botToken(account: Account): string {
  const token = text(account, 'apiToken');
  if (!/^\d+:[\w-]+$/.test(token)) throw new AccountError('the credential "apiToken" is not the token of a bot');
  return token;
}
