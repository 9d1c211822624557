import { mailgunWebhook } from '#libs/providers/email/mailgun/mailgun.webhook.js';
import { postmarkWebhook } from '#libs/providers/email/postmark/postmark.webhook.js';
import { resendWebhook } from '#libs/providers/email/resend/resend.webhook.js';
import { sendgridWebhook } from '#libs/providers/email/sendgrid/sendgrid.webhook.js';
import type { WebhookFormat } from '#libs/providers/webhooks/webhook-format.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { OWN_FORMAT } from './own-format.js';

const FORMATS: Readonly<Record<string, WebhookFormat>> = {
  mailgun: mailgunWebhook,
  postmark: postmarkWebhook,
  resend: resendWebhook,
  sendgrid: sendgridWebhook,
};

/** Channels whose messages leave the house, so that somebody can report about them. */
const REPORTED: readonly (string | undefined)[] = ['email', 'sms', 'chat', 'push'];

/**
 * The form in which reports about an integration's messages come: that of its provider, or Carillon's own. Undefined when
 * nothing can be reported: in-app messages do not leave, tools and agents send none.
 */
export function formatOf({
  kind,
  channel,
  providerId,
}: Pick<Integration, 'kind' | 'channel' | 'providerId'>): WebhookFormat | undefined {
  if (kind === 'agent' || !REPORTED.includes(channel)) return undefined;
  return channel === 'email' && Object.hasOwn(FORMATS, providerId) ? FORMATS[providerId] : OWN_FORMAT;
}
