import { AccountError, optionalText, text } from '../../kit/account/account.js';
import { signedForAws } from '../../kit/proof/aws-signature.js';
import { problemOf } from '../../kit/http/classify.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { Account, EmailProvider } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { customTexts } from '../custom-texts.js';
import { type Sender, senderOf } from '../sender.js';
import { asciiMailbox } from './ascii-mailbox.js';
import { mimeOf } from './mime.js';
import { sesWebhook } from './ses.webhook.js';

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
  problem(answer, now) {
    if (answer.status !== 400) return undefined;
    const named = answer.headers['x-amzn-errortype'] ?? at(readJson(answer.body), '__type');
    const type = String(named).replace(/^.*#|:.*$/g, '');
    return TRY_AGAIN.has(type) ? { ...problemOf(answer, now), kind: 'transient' } : undefined;
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
