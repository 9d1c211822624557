import type { ProviderTable } from './provider.js';

/** Providers of email. */
export const EMAIL_PROVIDERS: ProviderTable = {
  anypost: { name: 'AnyPost' },
  emailjs: { name: 'EmailJS' },
  mailgun: {
    name: 'Mailgun',
    keys: { needed: ['apiKey', 'user', 'domain', 'from', 'senderName'], optional: ['baseUrl'] },
  },
  mailjet: { name: 'Mailjet', keys: { needed: ['apiKey', 'secretKey', 'from', 'senderName'] } },
  mandrill: { name: 'Mandrill', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  nodemailer: {
    name: 'SMTP',
    keys: {
      needed: ['host', 'port', 'from', 'senderName'],
      optional: [
        'user',
        'password',
        'secure',
        'requireTls',
        'ignoreTls',
        'tlsOptions',
        'domain',
        'secretKey',
        'accountSid',
      ],
    },
  },
  postmark: { name: 'Postmark', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  sendgrid: { name: 'SendGrid', keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['ipPoolName'] } },
  sendinblue: { name: 'Brevo', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  ses: { name: 'Amazon SES', keys: { needed: ['apiKey', 'secretKey', 'region', 'from', 'senderName'] } },
  netcore: { name: 'Netcore', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  'infobip-email': { name: 'Infobip', keys: { needed: ['apiKey', 'baseUrl', 'from', 'senderName'] } },
  resend: { name: 'Resend', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  plunk: { name: 'Plunk', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  mailersend: { name: 'MailerSend', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  mailtrap: { name: 'Mailtrap', keys: { needed: ['apiKey', 'from', 'senderName'] } },
  clickatell: { name: 'Clickatell' },
  outlook365: { name: 'Microsoft Outlook 365', keys: { needed: ['password', 'from', 'senderName'] } },
  'novu-email': { name: 'Carillon Outbox (email)', keys: {} },
  sparkpost: { name: 'SparkPost', keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['region'] } },
  'email-webhook': { name: 'Email Webhook', keys: { needed: ['webhookUrl', 'secretKey', 'from', 'senderName'] } },
  braze: { name: 'Braze', keys: { needed: ['apiKey', 'apiURL', 'appID', 'from', 'senderName'] } },
  'novu-email-agent': { name: 'Carillon Email Agent' },
};
