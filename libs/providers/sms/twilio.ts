import { createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { basicAuthorization, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { secondsLeft } from '../kit/lifetime.js';
import { judged } from '../kit/http/read-response.js';
import { type InboundText, inboundText, keywordIn, type KeywordWords } from '../webhooks/inbound-texts.js';
import { eventsOf, idIn, incompleteEvent, statusIn, type StatusWords, textIn } from '../webhooks/read-events.js';
import { reasonIn, suppressing } from '../webhooks/suppressions.js';
import { type ProviderEvent, sortedFields, type WebhookFormat } from '../webhooks/webhook-format.js';
import { senderOf } from './message.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Codes after which a number gets no messages any more: it has opted out; it is none, unknown, or a landline
 * (https://www.twilio.com/docs/api/errors).
 */
const SUPPRESSES = { stop: '21610', bounce: '21211 21217 21614 30005 30006' };

const STATUSES: StatusWords = {
  accepted: 'accepted',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'dropped',
  read: 'opened',
};

/**
 * Twilio posts a form, and signs the address followed by the sorted fields without separators: HMAC-SHA1 in base64 with
 * the auth token of the account. Neither the report nor the signature has a time.
 */
export const twilioWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Twilio as the delivery status callback of the messaging service, or have triggers give it as ` +
    'StatusCallback in the body of _passthrough. Set inboundWebhookSigningKey to the auth token of the account. ' +
    'PUBLIC_URL must be the address that Twilio calls, because that is signed.',
  proofHeaders: ['x-twilio-signature'],
  isAuthentic: ({ url, headers, body }, key) => {
    const signature = headers['x-twilio-signature'];
    const fields = sortedFields(body);
    if (typeof signature !== 'string' || fields === undefined) return false;
    return spellingsOf(url).some((address) =>
      isSameSecret(
        signature,
        createHmac('sha1', key)
          .update(address + fields.flat().join(''))
          .digest('base64'),
      ),
    );
  },
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
  texts: {
    response: { type: 'text/xml', body: '<Response/>' },
    read: (body) => eventsOf(body).flatMap(toTexts),
  },
};

/** `OptOutType`: what Twilio's Advanced Opt-Out takes a message for, and has answered. */
const OPT_OUT_TYPES: KeywordWords = { STOP: 'stop', START: 'start', HELP: 'help' };

function toTexts({ MessageStatus, SmsStatus, MessageSid, From, To, Body, OptOutType }: Fields): InboundText[] {
  const isReport = MessageStatus !== undefined || (SmsStatus !== undefined && SmsStatus !== 'received');
  if (isReport || Body === undefined) return [];
  const keyword = keywordIn(OPT_OUT_TYPES, OptOutType);
  return [inboundText({ id: MessageSid, from: From, to: To, text: Body, ...(keyword && { keyword, answered: true }) })];
}

/** An address with its port and without it: Twilio may sign either. */
function spellingsOf(url: string): string[] {
  const bare = url.replace(/^(https?:\/\/[^/:]+):\d+/, '$1');
  const withPort = bare.replace(
    /^(https?):\/\/[^/]+/,
    (origin, scheme) => `${origin}:${scheme === 'https' ? 443 : 80}`,
  );
  return [url, bare, withPort];
}

function toEvents(event: Fields): ProviderEvent[] {
  const status = statusIn(STATUSES, event.MessageStatus);
  // Inbound messages are posted without a status of this list.
  if (status === undefined) return [];
  const messageId = idIn(event.MessageSid);
  if (messageId === undefined) throw incompleteEvent('MessageSid');
  const response = textIn(event.ErrorMessage, codeIn(event.ErrorCode));
  return [{ messageId, status, response, ...suppressing(reasonIn(SUPPRESSES, event.ErrorCode), event.To) }];
}

function codeIn(code: unknown): string | undefined {
  return typeof code === 'string' && code !== '' ? `error ${code}` : undefined;
}

/** Twilio. A sender may be a number, a name, or the id of a messaging service. */
export const twilio = smsProvider({
  id: 'twilio',
  name: 'Twilio',
  documentation: 'https://www.twilio.com/docs/messaging/api/message-resource',
  keys: { needed: ['accountSid', 'token', 'from'] },
  reports: twilioWebhook,
  request({ content }, account, world) {
    const validity = secondsLeft(content, world.now(), { max: 36_000 });
    const sid = text(account, 'accountSid');
    const authorization = basicAuthorization(sid, text(account, 'token'));
    const sender = senderOf(content, account);
    const from = isMessagingService(sender) ? { MessagingServiceSid: sender } : { From: sender };
    return {
      url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`,
      form: {
        To: content.to,
        ...from,
        Body: content.body,
        ...(validity !== undefined && { ValidityPeriod: String(validity) }),
      },
      headers: { authorization },
    };
  },
  // https://www.twilio.com/docs/api/errors
  code: 'code error_code',
  faults: {
    recipient:
      '21211 21214 21217 21265 21268 21408 21610 21612 21614 21635 30003 30004 30005 30006 60200 63003 63024 63032',
    content: '21602 21605 21617 21619 21620 21623 21654 30007 30019 30044 63013 63016',
    account:
      '10001 10002 20003 20005 20006 20008 20404 21212 21264 21266 21267 21601 21603 21604 21606 21607 21608 21609 21611 21613 21615 21616 21618 21659 21660 21661 21703 21705 30002 30017 30018 30024 30032 30034 30035 30037 63007 63020',
    quota: '30010 30022 30023 30027 63018 63038',
    passing: '14107 20429 20500 20503 21730 30001 30008 30009 30036',
  },
  suppresses: SUPPRESSES,
  limits: { body: { max: 1600, unit: 'characters' } },
  verdict: judged('status', { bad: ['failed', 'undelivered'] }, 'status', 'error_message'),
  messageId: 'sid',
});

function isMessagingService(sender: string): boolean {
  return /^MG[0-9a-f]{32}$/i.test(sender);
}
