import { emailWebhook } from '#libs/providers/email/email-webhook/email-webhook.provider.js';
import { mailersend } from '#libs/providers/email/mailersend/mailersend.provider.js';
import { mailgun } from '#libs/providers/email/mailgun/mailgun.provider.js';
import { mailjet } from '#libs/providers/email/mailjet/mailjet.provider.js';
import { nodemailer } from '#libs/providers/email/nodemailer/nodemailer.provider.js';
import { postmark } from '#libs/providers/email/postmark/postmark.provider.js';
import { resend } from '#libs/providers/email/resend/resend.provider.js';
import { sendgrid } from '#libs/providers/email/sendgrid/sendgrid.provider.js';
import { sendinblue } from '#libs/providers/email/sendinblue/sendinblue.provider.js';
import { ses } from '#libs/providers/email/ses/ses.provider.js';
import { sparkpost } from '#libs/providers/email/sparkpost/sparkpost.provider.js';
import type { ProviderTable } from './provider.js';

/** Providers of email: those that can be sent with are described where they are sent with. */
export const EMAIL_PROVIDERS: ProviderTable = {
  anypost: { name: 'AnyPost' },
  emailjs: { name: 'EmailJS' },
  [mailgun.id]: mailgun,
  [mailjet.id]: mailjet,
  mandrill: { name: 'Mandrill', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  [nodemailer.id]: nodemailer,
  [postmark.id]: postmark,
  [sendgrid.id]: sendgrid,
  [sendinblue.id]: sendinblue,
  [ses.id]: ses,
  netcore: { name: 'Netcore', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  'infobip-email': { name: 'Infobip', keys: { needed: ['apiKey', 'baseUrl', 'from', 'senderName'] } },
  [resend.id]: resend,
  plunk: { name: 'Plunk', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  [mailersend.id]: mailersend,
  mailtrap: { name: 'Mailtrap', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  clickatell: { name: 'Clickatell' },
  outlook365: { name: 'Microsoft Outlook 365', keys: { needed: ['password', 'from', 'senderName'] } },
  'novu-email': { name: 'Carillon Outbox (email)', keys: {} },
  [sparkpost.id]: sparkpost,
  [emailWebhook.id]: emailWebhook,
  braze: { name: 'Braze', keys: { needed: ['apiKey', 'apiURL', 'appID', 'from', 'senderName'] } },
  'novu-email-agent': { name: 'Carillon Email Agent' },
};
