import { createHash, createHmac } from 'node:crypto';
import { conforms } from '../testing/conformance.js';
import { sns } from './sns.js';

const account = {
  apiKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};
const now = new Date('2026-03-01T12:00:00Z');
const plain = 'Action=Publish&Version=2010-03-31&PhoneNumber=%2B15550100&Message=Gr%C3%BC%C3%9Fe';
const accepted = {
  status: 200,
  body:
    '<PublishResponse xmlns="https://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>' +
    '<MessageId>567910cd-659e-55d4-8ccb-5aaf14679dc0</MessageId></PublishResult></PublishResponse>',
  id: '567910cd-659e-55d4-8ccb-5aaf14679dc0',
};
const answering = (code: string) => ({
  status: 400,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>words</Message></Error></ErrorResponse>`,
});

/** The signature of a body, computed step by step as in the documentation. */
function authorization(body: string): string {
  const hmac = (key: string | Buffer, words: string) => createHmac('sha256', key).update(words).digest();
  const sha256 = (words: string) => createHash('sha256').update(words).digest('hex');
  const headers = 'content-type;host;x-amz-date';
  const canonical =
    'POST\n/\n\ncontent-type:application/x-www-form-urlencoded\nhost:sns.eu-central-1.amazonaws.com\n' +
    `x-amz-date:20260301T120000Z\n\n${headers}\n${sha256(body)}`;
  const scope = '20260301/eu-central-1/sns/aws4_request';
  const key = hmac(hmac(hmac(hmac(`AWS4${account.secretKey}`, '20260301'), 'eu-central-1'), 'sns'), 'aws4_request');
  const signature = hmac(key, `AWS4-HMAC-SHA256\n20260301T120000Z\n${scope}\n${sha256(canonical)}`).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=${headers}, Signature=${signature}`;
}

const requestWith = (body: string) => ({
  method: 'POST',
  url: 'https://sns.eu-central-1.amazonaws.com/',
  headers: {
    authorization: authorization(body),
    'x-amz-date': '20260301T120000Z',
    'content-type': 'application/x-www-form-urlencoded',
  },
  body,
});
const content = { channel: 'sms' as const, to: '+15550100', body: 'Grüße' };

conforms(sns, {
  malformed: 'sent',
  account,
  content,
  request: requestWith(plain),
  accepted,
  refused: answering('InvalidParameter'),
  busy: answering('Throttling'),
  now,
});

describe('M1: with a name as the sender', () => {
  const body =
    `${plain}&MessageAttributes.entry.1.Name=AWS.SNS.SMS.SenderID` +
    '&MessageAttributes.entry.1.Value.DataType=String&MessageAttributes.entry.1.Value.StringValue=Acme';
  const sample = { account, accepted, malformed: 'sent' as const, refused: answering('InvalidParameter'), now };
  conforms(sns, { ...sample, content: { ...content, from: 'Acme' }, request: requestWith(body) });
});

describe('M1: with a number as the sender, and a field that the trigger adds, which is signed, too', () => {
  const body =
    `${plain}&MessageAttributes.entry.1.Name=AWS.MM.SMS.OriginationNumber` +
    '&MessageAttributes.entry.1.Value.DataType=String&MessageAttributes.entry.1.Value.StringValue=%2B15550199' +
    '&MessageStructure=json';
  conforms(sns, {
    malformed: 'sent',
    account,
    content: { ...content, from: '+15550199' },
    overrides: { _passthrough: { body: { MessageStructure: 'json' } } },
    request: requestWith(body),
    accepted,
    refused: answering('AuthorizationError'),
    now,
  });
});
