import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { mailbox, type Sender } from '../sender.js';

/** An address with its name in ASCII alone, as SES takes it (RFC 2047). */
export function asciiMailbox(sender: Sender): string {
  const { email, name } = sender;
  return name === undefined || /^[\x20-\x7e]*$/.test(name)
    ? mailbox(sender)
    : `${encodeWord(name, 'B', 52)} <${email}>`;
}
