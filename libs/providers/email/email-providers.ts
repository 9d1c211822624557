import type { EmailProvider } from '../kit/provider.js';
import { anypost } from './anypost.js';
import { braze } from './braze.js';
import { emailWebhook } from './email-webhook.js';
import { infobipEmail } from './infobip-email.js';
import { mailersend } from './mailersend.js';
import { mailgun } from './mailgun.js';
import { mailjet } from './mailjet.js';
import { mailtrap } from './mailtrap.js';
import { mandrill } from './mandrill.js';
import { netcore } from './netcore.js';
import { nodemailer } from './nodemailer/nodemailer.provider.js';
import { plunk } from './plunk.js';
import { postmark } from './postmark.js';
import { resend } from './resend.js';
import { sendgrid } from './sendgrid.js';
import { sendinblue } from './sendinblue.js';
import { ses } from './ses/ses.provider.js';
import { emailjs, outlook365 } from './smtp-services.js';
import { sparkpost } from './sparkpost.js';

/** Everything that emails can be sent with. */
export const EMAIL_ADAPTERS: readonly EmailProvider[] = [
  anypost,
  braze,
  emailWebhook,
  emailjs,
  infobipEmail,
  mailersend,
  mailgun,
  mailjet,
  mailtrap,
  mandrill,
  netcore,
  nodemailer,
  outlook365,
  plunk,
  postmark,
  resend,
  sendgrid,
  sendinblue,
  ses,
  sparkpost,
];
