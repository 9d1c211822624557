import { mailbox, type Sender } from '../sender.js';

/** An address with its name in ASCII alone, as SES takes it (RFC 2047). */
export async function asciiMailbox(sender: Sender): Promise<string> {
  const { email, name } = sender;
  if (name === undefined || /^[\x20-\x7e]*$/.test(name)) return mailbox(sender);
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return `${encodeWord(name, 'B', 52)} <${email}>`;
}
