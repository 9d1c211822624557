import type { Integration } from '../../integrations/integration.schema.js';
import { MAILGUN_FORMAT } from './mailgun-format.js';
import { OWN_FORMAT } from './own-format.js';
import { POSTMARK_FORMAT } from './postmark-format.js';
import { RESEND_FORMAT } from './resend-format.js';
import { SENDGRID_FORMAT } from './sendgrid-format.js';
import type { WebhookFormat } from './webhook-format.js';

const FORMATS: Readonly<Record<string, WebhookFormat>> = {
  mailgun: MAILGUN_FORMAT,
  postmark: POSTMARK_FORMAT,
  resend: RESEND_FORMAT,
  sendgrid: SENDGRID_FORMAT,
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
