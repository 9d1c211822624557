import { Readable } from 'node:stream';
import type { EmailContent } from '../kit/content.js';

/** An email with every possible field. */
export const SAMPLE_EMAIL: EmailContent = {
  channel: 'email',
  to: ['ada@example.com', 'bob@example.com'],
  cc: ['carl@example.com'],
  bcc: ['log@example.com'],
  replyTo: 'help@example.com',
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: { 'X-Order': '7' },
  attachments: [{ name: 'a.txt', mime: 'text/plain', size: 2, open: () => Readable.from([Buffer.from('hi')]) }],
  customData: { order: 7, shop: 'north' },
};

/** The sender of the sample, as part of an account. */
export const SAMPLE_SENDER = { from: 'noreply@example.com', senderName: 'Example "Shop"' };
