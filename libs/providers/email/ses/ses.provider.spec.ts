import PostalMime from 'postal-mime';
import { at, readJson } from '../../kit/http/read-json.js';
import { conforms } from '../../testing/conformance.js';
import { oneSend } from '../../testing/one-send.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../../testing/sample-email.js';
import { asciiMailbox } from './ascii-mailbox.js';
import { mimeOf } from './mime.js';
import { ses } from './ses.provider.js';

const { headers: _headers, attachments: _attachments, ...plain } = SAMPLE_EMAIL;

conforms(ses, {
  account: {
    apiKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-west-1',
    configurationSetName: 'orders-set',
    ...SAMPLE_SENDER,
  },
  content: plain,
  request: {
    method: 'POST',
    url: 'https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails',
    headers: {
      'content-type': 'application/json',
      'x-amz-date': '20260301T120000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260301/eu-west-1/ses/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-date, Signature=1d910998843de13d62f5e141f809fa2e1b833dd84d53964ad2ef0c0c8a666d2d',
    },
    body: JSON.stringify({
      FromEmailAddress: '"Example \\"Shop\\"" <noreply@example.com>',
      Destination: {
        ToAddresses: ['ada@example.com', 'bob@example.com'],
        CcAddresses: ['carl@example.com'],
        BccAddresses: ['log@example.com'],
      },
      ReplyToAddresses: ['help@example.com'],
      Content: {
        Simple: {
          Subject: { Data: 'Grüße', Charset: 'UTF-8' },
          Body: { Text: { Data: 'Hello', Charset: 'UTF-8' }, Html: { Data: '<p>Hello</p>', Charset: 'UTF-8' } },
        },
      },
      EmailTags: [
        { Name: 'order', Value: '7' },
        { Name: 'shop', Value: 'north' },
      ],
      ConfigurationSetName: 'orders-set',
    }),
  },
  accepted: {
    status: 200,
    body: '{"MessageId":"010001c0ffee-0000000000000000"}',
    id: '010001c0ffee-0000000000000000',
  },
  refused: {
    status: 400,
    headers: { 'x-amzn-errortype': 'MessageRejected' },
    body: '{"message":"Email address is not verified."}',
  },
  busy: {
    status: 400,
    headers: {
      'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/coral/com.amazon.coral.availability/',
    },
    body: '{"message":"Maximum sending rate exceeded."}',
  },
});

describe('an email as MIME', () => {
  it('has everything of it but who is hidden, and is the same again', async () => {
    const now = new Date('2026-03-01T12:00:00Z');
    const written = () => mimeOf('6925a1f0c0ffee0123456789', SAMPLE_EMAIL, { email: 'noreply@example.com' }, now);
    const mime = await written();
    expect((await written()).equals(mime)).toBe(true);
    expect(mime.toString()).not.toContain('log@example.com');
    expect(await PostalMime.parse(mime)).toMatchObject({
      from: { address: 'noreply@example.com' },
      to: [{ address: 'ada@example.com' }, { address: 'bob@example.com' }],
      cc: [{ address: 'carl@example.com' }],
      replyTo: [{ address: 'help@example.com' }],
      subject: 'Grüße',
      html: '<p>Hello</p>\n',
      text: 'Hello\n',
      messageId: '<6925a1f0c0ffee0123456789@example.com>',
      date: '2026-03-01T12:00:00.000Z',
      attachments: [{ filename: 'a.txt', mimeType: 'text/plain' }],
    });
  });
});

describe('who an email comes from', () => {
  it.each([
    [undefined, 'a@example.com'],
    ['Ada', '"Ada" <a@example.com>'],
    ['Größe', '=?UTF-8?B?R3LDtsOfZQ==?= <a@example.com>'],
  ])('is written in ASCII: %s', async (name, written) => {
    expect(await asciiMailbox({ email: 'a@example.com', ...(name !== undefined && { name }) })).toBe(written);
  });
});

describe('an email with files, by SES', () => {
  const account = { apiKey: 'AKIDEXAMPLE', secretKey: 'secret', region: 'eu-west-1', from: 'a@example.com' };

  it('is sent as MIME, to those who are hidden, too', async () => {
    const { request, result } = await oneSend(ses, { content: SAMPLE_EMAIL, account });
    expect(result).toEqual({ ok: true });
    const { Content, Destination } = readJson(String(request!.body));
    expect(Destination).toMatchObject({ BccAddresses: ['log@example.com'] });
    const email = await PostalMime.parse(Buffer.from(String(at(Content, 'Raw.Data')), 'base64'));
    expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).toString()).toBe('hi');
    expect(email.headers.find(({ key }) => key === 'x-order')?.value).toBe('7');
  });

  it('is not sent to a region that is none', async () => {
    const { request, result } = await oneSend(ses, {
      content: SAMPLE_EMAIL,
      account: { ...account, region: 'example.com/' },
    });
    expect(request).toBeUndefined();
    expect(result).toMatchObject({ ok: false, kind: 'permanent', error: expect.stringContaining('region') });
  });
});
