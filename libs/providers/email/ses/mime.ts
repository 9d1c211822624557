import { buffer } from 'node:stream/consumers';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { EmailContent } from '../../kit/content.js';
import { mailOf } from '../mail-of.js';
import type { Sender } from '../sender.js';

/** An email as MIME; the same for every attempt at the same time. Hidden recipients do not stand in it. */
export function mimeOf(key: string, content: EmailContent, sender: Sender, now: Date): Promise<Buffer> {
  const composer = new MailComposer({ ...mailOf(key, content, sender, now), baseBoundary: key, newline: '\r\n' });
  return buffer(composer.compile().createReadStream());
}
