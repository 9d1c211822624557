import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import type { AttachedFile, EmailContent } from '../kit/content.js';
import { messageIdOf } from './message-id.js';
import type { Sender } from './sender.js';

/** An email in the words of Nodemailer, which writes it as MIME. */
export function mailOf(key: string, content: EmailContent, sender: Sender, now: Date): SendMailOptions {
  const { to, cc, bcc, replyTo, subject, html, text, headers, attachments } = content;
  return {
    from: { name: sender.name ?? '', address: sender.email },
    to: to.map(alone),
    cc: cc?.map(alone),
    bcc: bcc?.map(alone),
    replyTo: replyTo === undefined ? undefined : alone(replyTo),
    subject,
    text,
    html,
    headers,
    date: now,
    messageId: messageIdOf(key, sender.email),
    attachments: attachments?.map((file) => ({
      filename: file.name,
      contentType: file.mime,
      content: contentOf(file),
      contentTransferEncoding: 'base64',
    })),
    // What an email contains was rendered before: it must not make the server read its own files or call others.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** An address as an object, which Nodemailer takes for one; a text it reads as a list. */
function alone(address: string): { name: string; address: string } {
  return { name: '', address };
}

/** The content, opened when the first byte is wanted: a message may wait for its turn, or never be sent. */
function contentOf({ open }: AttachedFile): Readable {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* await open();
  }
  return Readable.from(bytes(), { objectMode: false });
}
