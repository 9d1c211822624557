import type { EmailProvider } from '../kit/provider.js';
import { type Account, text } from '../kit/account.js';
import { nodemailer } from './nodemailer.js';
import { smtpProblem } from './smtp-faults.js';
import { SMTP_FORMS } from './smtp-forms.js';
import { hasToken } from './smtp-oauth.js';

/** Any mail server, under the name of an SMTP library. It is not the service EmailJS. */
export const emailjs: EmailProvider = {
  ...nodemailer,
  id: 'emailjs',
  name: 'EmailJS (SMTP)',
  keys: { needed: ['host', 'port', 'from'], optional: ['user', 'password', 'secure', 'senderName'] },
};

/**
 * Microsoft 365 by SMTP: the account logs in with its address and a token that is fetched for it, or an app password, always
 * encrypted.
 */
export const outlook365: EmailProvider = {
  ...nodemailer,
  id: 'outlook365',
  name: 'Microsoft Outlook 365',
  documentation:
    'https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth',
  keys: {
    needed: ['password', 'from', 'senderName'],
    optional: ['authType', 'tenantId', 'clientId', 'clientSecret', 'refreshToken', 'scope'],
    forms: SMTP_FORMS,
  },
  async send(message, account, world) {
    try {
      return await nodemailer.send(message, complete(account), world);
    } catch (error) {
      return smtpProblem(error, false);
    }
  },
  async signIn(account, world) {
    try {
      return await nodemailer.signIn!(complete(account), world);
    } catch (error) {
      return smtpProblem(error, false);
    }
  },
  forget: (account) => nodemailer.forget?.(atMicrosoft(account)),
};

const SERVER = { host: 'smtp.office365.com', port: '587', secure: false, requireTls: true, ignoreTls: false };

function atMicrosoft(account: Account): Account {
  return { ...account, ...SERVER, user: account.from, tokenUrl: '' };
}

/** The account at Microsoft's server. Throws {@link AccountError} when it lacks what it logs in with. */
function complete(account: Account): Account {
  text(account, 'from');
  text(account, hasToken(account) ? 'tenantId' : 'password');
  return atMicrosoft(account);
}
