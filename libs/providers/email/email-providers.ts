import type { EmailProvider } from '../kit/provider.js';
import { emailWebhook } from './email-webhook/email-webhook.provider.js';
import { mailersend } from './mailersend/mailersend.provider.js';
import { mailgun } from './mailgun/mailgun.provider.js';
import { mailjet } from './mailjet/mailjet.provider.js';
import { nodemailer } from './nodemailer/nodemailer.provider.js';
import { postmark } from './postmark/postmark.provider.js';
import { resend } from './resend/resend.provider.js';
import { sendgrid } from './sendgrid/sendgrid.provider.js';
import { sendinblue } from './sendinblue/sendinblue.provider.js';
import { ses } from './ses/ses.provider.js';
import { sparkpost } from './sparkpost/sparkpost.provider.js';

/** Everything that emails can be sent with. */
export const EMAIL_ADAPTERS: readonly EmailProvider[] = [
  emailWebhook,
  mailersend,
  mailgun,
  mailjet,
  nodemailer,
  postmark,
  resend,
  sendgrid,
  sendinblue,
  ses,
  sparkpost,
];
