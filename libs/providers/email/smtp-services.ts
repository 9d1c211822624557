import type { EmailProvider } from '../kit/provider.js';
import { type Account, text } from '../kit/account.js';
import { nodemailer } from './nodemailer.js';
import { smtpProblem } from './smtp-faults.js';

/** Any mail server, under the name of an SMTP library. It is not the service EmailJS. */
export const emailjs: EmailProvider = {
  ...nodemailer,
  id: 'emailjs',
  name: 'EmailJS (SMTP)',
  keys: { needed: ['host', 'port', 'from'], optional: ['user', 'password', 'secure', 'senderName'] },
};

/** Microsoft 365 by SMTP: the account logs in with its address and an app password, always encrypted. */
export const outlook365: EmailProvider = {
  ...nodemailer,
  id: 'outlook365',
  name: 'Microsoft Outlook 365',
  documentation:
    'https://learn.microsoft.com/en-us/exchange/mail-flow-best-practices/how-to-set-up-a-multifunction-device-or-application-to-send-email-using-microsoft-365-or-office-365',
  keys: { needed: ['password', 'from', 'senderName'] },
  async send(message, account, world) {
    try {
      return await nodemailer.send(message, atMicrosoft(account), world);
    } catch (error) {
      return smtpProblem(error, false);
    }
  },
  async signIn(account, world) {
    try {
      return await nodemailer.signIn!(atMicrosoft(account), world);
    } catch (error) {
      return smtpProblem(error, false);
    }
  },
  forget: (account) => nodemailer.forget?.({ ...account, ...SERVER, user: account.from }),
};

const SERVER = { host: 'smtp.office365.com', port: '587', secure: false, requireTls: true, ignoreTls: false };

function atMicrosoft(account: Account): Account {
  return { ...account, ...SERVER, user: text(account, 'from'), password: text(account, 'password') };
}
