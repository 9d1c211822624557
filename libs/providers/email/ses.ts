import { buffer } from 'node:stream/consumers';
import { isUrl } from '#libs/url/is-url.js';
import { type EmailContent, type Mailbox, mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { at, readJson } from '../kit/json.js';
import { signedForAws } from '../kit/http/signatures.js';
import type { EmailProvider } from '../kit/provider.js';
import { type Account, AccountError, optionalText, text } from '../kit/account.js';
import {
  type DeliveryStatus,
  eventsOf,
  idIn,
  incompleteEvent,
  memberOf,
  textIn,
  timeIn,
} from '../webhooks/read-events.js';
import { saysMailboxExists, suppressing } from '../webhooks/suppressions.js';
import {
  BASIC_CHALLENGE,
  hasPassword,
  type ProviderEvent,
  type WebhookFormat,
  type WebhookRequest,
} from '../webhooks/webhook-format.js';
import { customTexts, mailbox, mailOf, senderOf } from './mail.js';

/** The meaning of each kind of event, and the member with its details. */
const KINDS: Readonly<Record<string, { status: DeliveryStatus; details: string }>> = {
  Send: { status: 'sent', details: 'send' },
  Delivery: { status: 'delivered', details: 'delivery' },
  // Regardless of type: SES reports a transient bounce only after its last attempt; before that it sends DeliveryDelay.
  // An automatic reply such as "out of office" may be reported as a transient bounce and cannot be distinguished.
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
 * Amazon SES reports through a topic of Amazon SNS, as the events of a configuration set (`eventType`) or as the
 * feedback of an identity (`notificationType`). SNS sends the user name and the password from the address of the
 * subscription after a challenge; the password is the key. It sends nothing before its subscription is confirmed.
 */
export const sesWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    'Have Amazon SES publish its events, or the feedback of the identity, to a topic of Amazon SNS, and subscribe to that ' +
    `topic by HTTPS with the address ${address}, in which any user name and inboundWebhookSigningKey as the password ` +
    'stand before the host (https://user:password@…). The subscription is confirmed by itself.',
  proofHeaders: ['authorization'],
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
      response: textOf(details),
      ...suppressionOf(kind, details, at(event, 'mail.destination')),
    },
  ];
}

/** Marking a message as "not spam" or changing only some topics says nothing about a delivery. */
function saysNothing(kind: string, details: unknown): boolean {
  if (kind === 'Complaint') return memberOf(details, 'complaintFeedbackType') === 'not-spam';
  return kind === 'Subscription' && at(details, 'newTopicPreferences.unsubscribeAll') !== true;
}

/** Kinds of feedback that do not come from a person. */
const NO_COMPLAINTS: readonly unknown[] = ['auth-failure', 'virus', 'fraud'];

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
function suppressionOf(kind: string, details: unknown, destination: unknown): ReturnType<typeof suppressing> {
  if (kind === 'Bounce') {
    const isPermanent = memberOf(details, 'bounceType') === 'Permanent';
    const bounced = listIn(memberOf(details, 'bouncedRecipients')).filter(
      (one) => !saysMailboxExists(textIn(memberOf(one, 'diagnosticCode'))),
    );
    return suppressing(isPermanent ? 'bounce' : undefined, ...bounced.map((one) => memberOf(one, 'emailAddress')));
  }
  if (kind === 'Complaint') {
    const complained = listIn(memberOf(details, 'complainedRecipients'));
    // Of several, any may have complained.
    const isOne = complained.length === 1 && !NO_COMPLAINTS.includes(memberOf(details, 'complaintFeedbackType'));
    return suppressing(isOne ? 'complaint' : undefined, memberOf(complained[0], 'emailAddress'));
  }
  const recipients = listIn(destination);
  return suppressing(kind === 'Subscription' && recipients.length === 1 ? 'unsubscribe' : undefined, ...recipients);
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(details: unknown): string | undefined {
  return textIn(
    at(details, 'bouncedRecipients.0.diagnosticCode'),
    at(details, 'delayedRecipients.0.diagnosticCode'),
    at(details, 'smtpResponse'),
    at(details, 'reason'),
    at(details, 'errorMessage'),
    // More specific than the type, mostly "Permanent": "NoEmail", "MailboxFull", "OnAccountSuppressionList".
    at(details, 'bounceSubType'),
    at(details, 'delayType'),
    at(details, 'complaintSubType'),
    at(details, 'complaintFeedbackType'),
  );
}

/** Host that confirms subscriptions. Even a caller that knows the key must not make us call another host. */
const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

/** The content of an SNS envelope. */
interface Enclosed {
  /** The id of the SNS message, the same for every delivery attempt. */
  id?: string;
  event: unknown;
}

/**
 * Unwraps a message of Amazon SNS: JSON inside JSON, or with raw message delivery no envelope at all. Undefined for
 * messages about the subscription itself.
 */
function enclosedIn({ headers, body }: WebhookRequest): Enclosed | undefined {
  const type = memberOf(body, 'Type');
  if (type === undefined) return { id: idIn(headers['x-amz-sns-message-id']), event: body };
  const message = memberOf(body, 'Message');
  if (type !== 'Notification' || typeof message !== 'string') return undefined;
  // The first message of a topic for events is a plain sentence and not an event.
  return { id: idIn(memberOf(body, 'MessageId')), event: readJson(message) };
}

/** The address that confirms a subscription, when the request asks for that and the address belongs to SNS. */
function confirmationIn({ body }: WebhookRequest): string | undefined {
  const address = memberOf(body, 'SubscribeURL');
  if (memberOf(body, 'Type') !== 'SubscriptionConfirmation' || typeof address !== 'string') return undefined;
  if (!isUrl(address)) return undefined;
  const { protocol, host, username, password } = new URL(address);
  const isSns = protocol === 'https:' && SNS_HOST.test(host) && username === '' && password === '';
  return isSns ? address : undefined;
}

type Message = Parameters<EmailProvider['send']>[0];

/** Amazon SES, version 2 of its API. It recognizes no repetitions. */
export const ses = emailProvider({
  id: 'ses',
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
      url: `https://email.${region}.amazonaws.com/v2/email/outbound-emails`,
      json: {
        FromEmailAddress: await asciiMailbox(sender),
        Destination: {
          ToAddresses: await asciiMailboxes(to),
          CcAddresses: cc && (await asciiMailboxes(cc)),
          BccAddresses: bcc && (await asciiMailboxes(bcc)),
        },
        ReplyToAddresses: replyTo === undefined ? undefined : await asciiMailboxes([replyTo]),
        Content: await contentOf(message, sender, world.now()),
        EmailTags: tags.length > 0 ? tags.map(([Name, Value]) => ({ Name, Value })) : undefined,
        ConfigurationSetName: optionalText(account, 'configurationSetName'),
      },
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
  // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors and CommonErrors;
  // messages: https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
  code: ({ headers, body }) =>
    String(headers['x-amzn-errortype'] ?? at(readJson(body), '__type')).replace(/^.*#|:.*$/g, ''),
  faults: {
    quota: ['LimitExceededException', /daily message quota/i],
    passing: 'ThrottlingException Throttling TooManyRequestsException ServiceUnavailable InternalFailure',
    account: [
      /address(?:es)? (?:is|are) not verified|not authori[sz]ed/i,
      'AccountSuspendedException SendingPausedException MailFromDomainNotVerifiedException NotFoundException',
      'AccessDeniedException UnrecognizedClientException InvalidClientTokenId InvalidSignatureException',
      'SignatureDoesNotMatch IncompleteSignature ExpiredTokenException RequestExpired OptInRequired',
    ],
    recipient: /(?:invalid|missing) (?:to|cc|bcc)|local (?:part|address)|domain (?:name )?(?:contains|is invalid)/i,
    content: 'MessageRejected BadRequestException ValidationException',
  },
  messageId: 'MessageId',
});

function accessOf(account: Account): { apiKey: string; secretKey: string; region: string } {
  const region = text(account, 'region');
  if (!/^[a-z0-9-]+$/.test(region))
    throw new AccountError('the credential "region" of the integration is not a region');
  return { apiKey: text(account, 'apiKey'), secretKey: text(account, 'secretKey'), region };
}

/** The parts of an email; as MIME when it has headers or files. */
async function contentOf({ key, content }: Message, sender: Mailbox, now: Date): Promise<unknown> {
  const { subject, html, text: plain, headers = {}, attachments = [] } = content;
  if (attachments.length > 0 || Object.keys(headers).length > 0) {
    return { Raw: { Data: (await mimeOf(key, content, sender, now)).toString('base64') } };
  }
  const utf8 = (Data: string): object => ({ Data, Charset: 'UTF-8' });
  return { Simple: { Subject: utf8(subject), Body: { Text: utf8(plain), Html: utf8(html) } } };
}

function asciiMailboxes(list: readonly string[]): Promise<string[]> {
  return Promise.all(list.map((one) => asciiMailbox(mailboxOf(one))));
}

/** An address with its name encoded in ASCII, as SES requires (RFC 2047). */
export async function asciiMailbox(sender: Mailbox): Promise<string> {
  const { email, name } = sender;
  if (name === undefined || /^[\x20-\x7e]*$/.test(name)) return mailbox(sender);
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return `${encodeWord(name, 'B', 52)} <${email}>`;
}

/** An email as MIME; identical for attempts with the same `now`. It does not contain hidden recipients (bcc). */
export async function mimeOf(key: string, content: EmailContent, sender: Mailbox, now: Date): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({ ...mailOf(key, content, sender, now), baseBoundary: key, newline: '\r\n' });
  return buffer(composer.compile().createReadStream());
}

/** Whether SES accepts a tag with this name and value. */
function isTag([name, value]: [string, string]): boolean {
  return /^[\w-]{1,256}$/.test(name) && /^[\w@.-]{1,256}$/.test(value);
}
