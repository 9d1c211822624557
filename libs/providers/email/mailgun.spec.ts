import { conforms } from '../testing/conformance.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/sample-email.js';
import { mailgun } from './mailgun.js';

const BOUNDARY = 'carillon-e78fa3822eb28e20ec2dc49ebd06724f';
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

conforms(mailgun, {
  account: {
    apiKey: 'key-c0ffee123456',
    user: 'api',
    domain: 'mg.example.com',
    baseUrl: 'https://api.eu.mailgun.net/',
    ...SAMPLE_SENDER,
  },
  content: { ...SAMPLE_EMAIL, ipPoolName: 'orders' },
  request: {
    method: 'POST',
    url: 'https://api.eu.mailgun.net/v3/mg.example.com/messages',
    headers: {
      authorization: `Basic ${Buffer.from('api:key-c0ffee123456').toString('base64')}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body:
      field('from', '"Example \\"Shop\\"" <noreply@example.com>') +
      field('to', 'ada@example.com') +
      field('to', 'bob@example.com') +
      field('cc', 'carl@example.com') +
      field('bcc', 'log@example.com') +
      field('subject', 'Grüße') +
      field('text', 'Hello') +
      field('html', '<p>Hello</p>') +
      field('h:Reply-To', 'help@example.com') +
      field('h:X-Order', '7') +
      field('v:order', '7') +
      field('v:shop', 'north') +
      field('o:sending-ip-pool', 'orders') +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="attachment"; filename="a.txt"\r\n` +
      `content-type: text/plain\r\n\r\nhi\r\n--${BOUNDARY}--\r\n`,
  },
  accepted: {
    status: 200,
    body: '{"id":"<20260301120000.1.C0FFEE@mg.example.com>","message":"Queued. Thank you."}',
    id: '<20260301120000.1.C0FFEE@mg.example.com>',
  },
  refused: { status: 400, body: '{"message":"from parameter is not a valid address. please check documentation"}' },
});
