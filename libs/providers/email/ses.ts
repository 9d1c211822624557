import { buffer } from 'node:stream/consumers';
import type { EmailContent } from '../kit/content.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { problemOf } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import { signedForAws } from '../kit/proof/aws-signature.js';
import type { EmailProvider } from '../kit/provider.js';
import { type Account, AccountError, optionalText, text } from '../kit/account.js';
import {
  type DeliveryStatus,
  eventsOf,
  idIn,
  incompleteEvent,
  memberOf,
  timeIn,
  wordsIn,
} from '../webhooks/read-events.js';
import {
  BASIC_CHALLENGE,
  hasPassword,
  type ProviderEvent,
  type WebhookFormat,
  type WebhookRequest,
} from '../webhooks/webhook-format.js';
import { customTexts, mailbox, mailOf, type Sender, senderOf } from './mail.js';

/** An address with its name in ASCII alone, as SES takes it (RFC 2047). */
export async function asciiMailbox(sender: Sender): Promise<string> {
  const { email, name } = sender;
  if (name === undefined || /^[\x20-\x7e]*$/.test(name)) return mailbox(sender);
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return `${encodeWord(name, 'B', 52)} <${email}>`;
}

/** An email as MIME; the same for every attempt at the same time. Hidden recipients do not stand in it. */
export async function mimeOf(key: string, content: EmailContent, sender: Sender, now: Date): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({ ...mailOf(key, content, sender, now), baseBoundary: key, newline: '\r\n' });
  return buffer(composer.compile().createReadStream());
}

/** Where subscriptions are confirmed. Whoever knows the key must not have us call another address. */
const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

/** What is in an envelope. */
export interface Enclosed {
  /** The id of the SNS message, the same for every attempt to hand it over. */
  id?: string;
  event: unknown;
}

/**
 * What Amazon SNS has wrapped: JSON inside of JSON, or with raw message delivery no envelope at all. Undefined for what SNS
 * says of the subscription itself.
 */
export function enclosedIn({ headers, body }: WebhookRequest): Enclosed | undefined {
  const type = memberOf(body, 'Type');
  if (type === undefined) return { id: idIn(headers['x-amz-sns-message-id']), event: body };
  const message = memberOf(body, 'Message');
  if (type !== 'Notification' || typeof message !== 'string') return undefined;
  // The first message of a topic that events are published to is a sentence, and none of them.
  return { id: idIn(memberOf(body, 'MessageId')), event: readJson(message) };
}

/** The address that confirms a subscription, where one asks for that and the address is one of SNS. */
export function confirmationIn({ body }: WebhookRequest): string | undefined {
  const address = memberOf(body, 'SubscribeURL');
  if (memberOf(body, 'Type') !== 'SubscriptionConfirmation' || typeof address !== 'string') return undefined;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password } = new URL(address);
  const isSns = protocol === 'https:' && SNS_HOST.test(host) && username === '' && password === '';
  return isSns ? address : undefined;
}

/** What the kinds of events mean, and in which member they tell more. */
const KINDS: Readonly<Record<string, { status: DeliveryStatus; details: string }>> = {
  Send: { status: 'sent', details: 'send' },
  Delivery: { status: 'delivered', details: 'delivery' },
  // Whatever its type: SES tells of a transient one only when it has stopped trying; while it tries that is a DeliveryDelay.
  // An answer by a machine, such as "out of office", may come as a transient one, and cannot be told from others.
  Bounce: { status: 'bounced', details: 'bounce' },
  Complaint: { status: 'complaint', details: 'complaint' },
  Reject: { status: 'rejected', details: 'reject' },
  Open: { status: 'opened', details: 'open' },
  Click: { status: 'clicked', details: 'click' },
  'Rendering Failure': { status: 'failed', details: 'failure' },
  DeliveryDelay: { status: 'delayed', details: 'deliveryDelay' },
  Subscription: { status: 'unsubscribed', details: 'subscription' },
};

/**
 * Amazon SES reports through a topic of Amazon SNS, as the events of a configuration set (`eventType`) or as the feedback
 * of an identity (`notificationType`). SNS gives the user name and the password in the address of the subscription when it
 * is asked for them; the password is the key. It sends nothing before its subscription is confirmed.
 */
export const sesWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    'Have Amazon SES publish its events, or the feedback of the identity, to a topic of Amazon SNS, and subscribe to that ' +
    `topic by HTTPS with the address ${address}, in which any user name and inboundWebhookSigningKey as the password ` +
    'stand before the host (https://user:password@…). The subscription is confirmed by itself.',
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: (request) =>
    eventsOf(request.body).flatMap((body) => {
      const enclosed = enclosedIn({ ...request, body });
      return enclosed ? toEvents(enclosed) : [];
    }),
  confirmation: confirmationIn,
};

function toEvents({ id, event }: Enclosed): ProviderEvent[] {
  const kind = String(memberOf(event, 'eventType') ?? memberOf(event, 'notificationType'));
  if (!Object.hasOwn(KINDS, kind)) return [];
  const { status, details: name } = KINDS[kind]!;
  const details = memberOf(event, name);
  if (saysNothing(kind, details)) return [];
  const messageId = idIn(at(event, 'mail.messageId'));
  if (messageId === undefined) throw incompleteEvent('mail.messageId');
  return [
    {
      id,
      messageId,
      status,
      at: timeIn(memberOf(details, 'timestamp') ?? at(event, 'mail.timestamp')),
      response: wordsOf(details),
    },
  ];
}

/** Somebody who says that a message is none of spam, or who changes some topics only, reports nothing about a delivery. */
function saysNothing(kind: string, details: unknown): boolean {
  if (kind === 'Complaint') return memberOf(details, 'complaintFeedbackType') === 'not-spam';
  return kind === 'Subscription' && at(details, 'newTopicPreferences.unsubscribeAll') !== true;
}

function wordsOf(details: unknown): string | undefined {
  return wordsIn(
    at(details, 'bouncedRecipients.0.diagnosticCode'),
    at(details, 'delayedRecipients.0.diagnosticCode'),
    at(details, 'smtpResponse'),
    at(details, 'reason'),
    at(details, 'errorMessage'),
    // More than the type, which is "Permanent" for most: "NoEmail", "MailboxFull", "OnAccountSuppressionList".
    at(details, 'bounceSubType'),
    at(details, 'delayType'),
    at(details, 'complaintSubType'),
    at(details, 'complaintFeedbackType'),
  );
}

type Message = Parameters<EmailProvider['send']>[0];

/** Errors with a status of a wrong request that only mean "not so fast". */
const TRY_AGAIN = new Set(['ThrottlingException', 'Throttling', 'TooManyRequestsException', 'LimitExceededException']);

/** Amazon SES, version 2 of its API. It recognizes no repetitions. */
export const ses: EmailProvider = httpProvider({
  id: 'ses',
  channel: 'email',
  name: 'Amazon SES',
  documentation: 'https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html',
  keys: { needed: ['apiKey', 'secretKey', 'region', 'from', 'senderName'], optional: ['configurationSetName'] },
  reports: sesWebhook,
  async request(message, account, world) {
    const { to, cc, bcc, replyTo, customData } = message.content;
    const sender = senderOf(message.content, account);
    const { apiKey: _key, secretKey: _secret, region } = accessOf(account);
    const tags = Object.entries(customTexts(customData) ?? {}).filter(isTag);
    return {
      method: 'POST',
      url: `https://email.${region}.amazonaws.com/v2/email/outbound-emails`,
      ...jsonBody({
        FromEmailAddress: await asciiMailbox(sender),
        Destination: { ToAddresses: to, CcAddresses: cc, BccAddresses: bcc },
        ReplyToAddresses: replyTo === undefined ? undefined : [replyTo],
        Content: await contentOf(message, sender, world.now()),
        EmailTags: tags.length > 0 ? tags.map(([Name, Value]) => ({ Name, Value })) : undefined,
        ConfigurationSetName: optionalText(account, 'configurationSetName'),
      }),
    };
  },
  sign(request, account, world) {
    const { apiKey, secretKey, region } = accessOf(account);
    return signedForAws(
      request,
      { accessKeyId: apiKey, secretAccessKey: secretKey, region, service: 'ses' },
      world.now(),
    );
  },
  problem(response, now) {
    if (response.status !== 400) return undefined;
    const named = response.headers['x-amzn-errortype'] ?? at(readJson(response.body), '__type');
    const type = String(named).replace(/^.*#|:.*$/g, '');
    return TRY_AGAIN.has(type) ? { ...problemOf(response, now), kind: 'transient' } : undefined;
  },
  messageId: ({ body }) => idAt(body, 'MessageId'),
});

function accessOf(account: Account): { apiKey: string; secretKey: string; region: string } {
  const region = text(account, 'region');
  if (!/^[a-z0-9-]+$/.test(region)) throw new AccountError('the credential "region" of the integration is no region');
  return { apiKey: text(account, 'apiKey'), secretKey: text(account, 'secretKey'), region };
}

/** The parts of an email; as MIME when there is more to it than those. */
async function contentOf({ key, content }: Message, sender: Sender, now: Date): Promise<unknown> {
  const { subject, html, text: plain, headers = {}, attachments = [] } = content;
  if (attachments.length > 0 || Object.keys(headers).length > 0) {
    return { Raw: { Data: (await mimeOf(key, content, sender, now)).toString('base64') } };
  }
  const utf8 = (Data: string): object => ({ Data, Charset: 'UTF-8' });
  return { Simple: { Subject: utf8(subject), Body: { Text: utf8(plain), Html: utf8(html) } } };
}

/** Tags may only have such names and values. */
function isTag([name, value]: [string, string]): boolean {
  return /^[\w-]{1,256}$/.test(name) && /^[\w@.-]{1,256}$/.test(value);
}
