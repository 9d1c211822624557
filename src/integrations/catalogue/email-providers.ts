import { anypost } from '#libs/providers/email/anypost.js';
import { braze } from '#libs/providers/email/braze.js';
import { emailWebhook } from '#libs/providers/email/email-webhook/email-webhook.provider.js';
import { infobipEmail } from '#libs/providers/email/infobip-email.js';
import { mailersend } from '#libs/providers/email/mailersend/mailersend.provider.js';
import { mailgun } from '#libs/providers/email/mailgun/mailgun.provider.js';
import { mailjet } from '#libs/providers/email/mailjet/mailjet.provider.js';
import { mailtrap } from '#libs/providers/email/mailtrap.js';
import { mandrill } from '#libs/providers/email/mandrill.js';
import { netcore } from '#libs/providers/email/netcore.js';
import { nodemailer } from '#libs/providers/email/nodemailer/nodemailer.provider.js';
import { plunk } from '#libs/providers/email/plunk.js';
import { postmark } from '#libs/providers/email/postmark/postmark.provider.js';
import { resend } from '#libs/providers/email/resend/resend.provider.js';
import { sendgrid } from '#libs/providers/email/sendgrid/sendgrid.provider.js';
import { sendinblue } from '#libs/providers/email/sendinblue/sendinblue.provider.js';
import { ses } from '#libs/providers/email/ses/ses.provider.js';
import { emailjs, outlook365 } from '#libs/providers/email/smtp-services.js';
import { sparkpost } from '#libs/providers/email/sparkpost/sparkpost.provider.js';
import { HOSTED_ELSEWHERE, type ProviderTable } from './provider.js';

/** Providers of email: those that can be sent with are described where they are sent with. */
export const EMAIL_PROVIDERS: ProviderTable = {
  [anypost.id]: anypost,
  [emailjs.id]: emailjs,
  [mailgun.id]: mailgun,
  [mailjet.id]: mailjet,
  [mandrill.id]: mandrill,
  [nodemailer.id]: nodemailer,
  [postmark.id]: postmark,
  [sendgrid.id]: sendgrid,
  [sendinblue.id]: sendinblue,
  [ses.id]: ses,
  [netcore.id]: netcore,
  [infobipEmail.id]: infobipEmail,
  [resend.id]: resend,
  [plunk.id]: plunk,
  [mailersend.id]: mailersend,
  [mailtrap.id]: mailtrap,
  clickatell: { name: 'Clickatell', cannotSend: 'it publishes no API for email' },
  [outlook365.id]: outlook365,
  'novu-email': { name: 'Carillon Outbox (email)', keys: {} },
  [sparkpost.id]: sparkpost,
  [emailWebhook.id]: emailWebhook,
  [braze.id]: braze,
  'novu-email-agent': { name: 'Carillon Email Agent', cannotSend: HOSTED_ELSEWHERE },
};
