import { buffer } from 'node:stream/consumers';
import type { EmailContent } from '../../kit/content.js';
import { mailOf } from '../mail-of.js';
import type { Sender } from '../sender.js';

/** An email as MIME; the same for every attempt at the same time. Hidden recipients do not stand in it. */
export async function mimeOf(key: string, content: EmailContent, sender: Sender, now: Date): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({ ...mailOf(key, content, sender, now), baseBoundary: key, newline: '\r\n' });
  return buffer(composer.compile().createReadStream());
}
