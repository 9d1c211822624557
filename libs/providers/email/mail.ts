import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { SendMailOptions } from 'nodemailer';
import { type AttachedFile, type EmailContent, type Mailbox, mailboxOf } from '../kit/content.js';
import { type Account, AccountError, optionalText } from '../kit/account.js';

/** The Message-ID of an email (RFC 5322): the same for every attempt, so that a repetition can be recognized. */
function messageIdOf(key: string, sender: string): string {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).trim();
  return `<${key}@${domain === '' ? 'localhost' : domain}>`;
}

/** Custom data for providers that only keep strings: other values are written as JSON. */
export function customTexts(data: Readonly<Record<string, unknown>> | undefined): Record<string, string> | undefined {
  if (data === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Addresses as most APIs expect them, each in its own object. Undefined for none, so that the field is left out. */
export function addressObjects(emails: readonly string[] | undefined): Mailbox[] | undefined {
  return emails && emails.length > 0 ? emails.map(mailboxOf) : undefined;
}

/** Addresses in one string, separated by commas. */
export function addressList(emails: readonly string[] | undefined): string | undefined {
  return emails && emails.length > 0 ? emails.join(', ') : undefined;
}

/** A file in the form that most APIs expect. */
interface Base64File {
  name: string;
  mime?: string;
  /** The content in Base64. */
  content: string;
}

/** Files with their content; undefined when there are none, so that the field is left out. */
export async function base64Files(files: readonly AttachedFile[] | undefined): Promise<Base64File[] | undefined> {
  if (!files || files.length === 0) return undefined;
  const read: Base64File[] = [];
  // One at a time: files may be large.
  for (const { name, mime, open } of files) {
    const content = (await buffer(await open())).toString('base64');
    read.push({ name, ...(mime !== undefined && { mime }), content });
  }
  return read;
}

/**
 * The sender of the message, else that of the account (behaviour E3). Throws {@link AccountError} without an address.
 */
export function senderOf({ from, senderName }: EmailContent, account: Account): Mailbox {
  const email = from ?? optionalText(account, 'from');
  if (email === undefined) throw new AccountError('neither the message nor the integration says who it is "from"');
  const name = senderName ?? optionalText(account, 'senderName');
  return { email, ...(name !== undefined && { name }) };
}

/** An address with its name, as in an email header (RFC 5322). */
export function mailbox({ email, name }: Mailbox): string {
  return name === undefined ? email : `"${name.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ')}" <${email}>`;
}

/** An email as options of Nodemailer, which writes it as MIME. */
export function mailOf(key: string, content: EmailContent, sender: Mailbox, now: Date): SendMailOptions {
  const { to, cc, bcc, replyTo, subject, html, text, headers, attachments } = content;
  return {
    from: { name: sender.name ?? '', address: sender.email },
    to: to.map(alone),
    cc: cc?.map(alone),
    bcc: bcc?.map(alone),
    replyTo: replyTo === undefined ? undefined : alone(replyTo),
    subject: foldable(subject),
    text,
    html,
    headers:
      headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, unfolded(name, value)])),
    date: now,
    messageId: messageIdOf(key, sender.email),
    attachments: attachments?.map((file) => ({
      filename: file.name,
      contentType: file.mime,
      content: contentOf(file),
      contentTransferEncoding: 'base64',
    })),
    // The content is already rendered: it must not make the server read local files or call other servers.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * An address in one line is what mail services read most safely; Nodemailer would begin a second line before it. Other values
 * are encoded and folded.
 */
function unfolded(name: string, value: string): string | { prepared: true; foldLines: false; value: string } {
  const isSafe = /^list-unsubscribe$/i.test(name) && /^[\x20-\x7e]{1,900}$/.test(value);
  return isSafe ? { prepared: true, foldLines: false, value } : value;
}

/** An address as an object, which Nodemailer reads as a single one; a string would be parsed as a list. */
function alone(text: string): { name: string; address: string } {
  const { email, name = '' } = mailboxOf(text);
  return { name, address: email };
}

/** A run without blanks, at which a header cannot be folded: a line has at most 998 bytes (RFC 5322). */
const UNFOLDABLE = /\S{400}/;
/** Bytes of a text in one encoded word, which has at most 75 characters (RFC 2047). */
const WORD_BYTES = 45;

/** A subject that mail servers can fold: one with a long run without blanks is encoded. */
function foldable(subject: string): string {
  if (!UNFOLDABLE.test(subject)) return subject;
  const words = [''];
  for (const character of subject) {
    if (Buffer.byteLength(words.at(-1)! + character) > WORD_BYTES) words.push('');
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** The content, opened when the first byte is read: a message may be queued for a while, or never be sent. */
function contentOf({ open }: AttachedFile): Readable {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* await open();
  }
  return Readable.from(bytes(), { objectMode: false });
}
