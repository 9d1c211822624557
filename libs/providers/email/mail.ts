import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { SendMailOptions } from 'nodemailer';
import type { AttachedFile, EmailContent } from '../kit/content.js';
import { type Account, AccountError, optionalText } from '../kit/account.js';

/** The Message-ID of an email (RFC 5322): the same for every attempt, so that a repetition can be recognized. */
export function messageIdOf(key: string, sender: string): string {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).trim();
  return `<${key}@${domain === '' ? 'localhost' : domain}>`;
}

/** Data to be given back, for providers that keep texts only: what is none is written as JSON. */
export function customTexts(data: Readonly<Record<string, unknown>> | undefined): Record<string, string> | undefined {
  if (data === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Addresses as most APIs take them: each in an object of its own. Undefined for none, so that the field is left out. */
export function addressed(emails: readonly string[] | undefined): { email: string }[] | undefined {
  return emails && emails.length > 0 ? emails.map((email) => ({ email })) : undefined;
}

/** Addresses in one text, with commas between. */
export function listed(emails: readonly string[] | undefined): string | undefined {
  return emails && emails.length > 0 ? emails.join(', ') : undefined;
}

/** A file in the form in which most APIs take it. */
export interface Base64File {
  name: string;
  mime?: string;
  /** The content in Base64. */
  content: string;
}

/** Files with their content; undefined when there are none, so that the field is left out. */
export async function base64Files(files: readonly AttachedFile[] | undefined): Promise<Base64File[] | undefined> {
  if (!files || files.length === 0) return undefined;
  const read: Base64File[] = [];
  // One after the other: they may be large.
  for (const { name, mime, open } of files) {
    const content = (await buffer(await open())).toString('base64');
    read.push({ name, ...(mime !== undefined && { mime }), content });
  }
  return read;
}

/** Who an email comes from. */
export interface Sender {
  email: string;
  name?: string;
}

/** What the message says, else what the account says (behaviour E3). Throws {@link AccountError} without an address. */
export function senderOf({ from, senderName }: EmailContent, account: Account): Sender {
  const email = from ?? optionalText(account, 'from');
  if (email === undefined) throw new AccountError('neither the message nor the integration says who it is "from"');
  const name = senderName ?? optionalText(account, 'senderName');
  return { email, ...(name !== undefined && { name }) };
}

/** An address with its name, as a header of an email writes it (RFC 5322). */
export function mailbox({ email, name }: Sender): string {
  return name === undefined ? email : `"${name.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ')}" <${email}>`;
}

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
