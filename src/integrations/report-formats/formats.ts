import { findAdapter } from '#libs/providers/providers.js';
import type { WebhookFormat } from '#libs/providers/webhooks/webhook-format.js';
import type { Integration } from '../integration.schema.js';
import { OWN_FORMAT } from './own-format.js';

/** Channels whose messages leave the house, so that somebody can report about them. */
const REPORTED = ['email', 'sms', 'chat', 'push'];

/**
 * The form in which reports about an integration's messages come: that of its provider, or Carillon's own. Undefined when
 * nothing can be reported: in-app messages do not leave, tools and agents send none.
 */
export function formatOf({
  kind,
  channel,
  providerId,
}: Pick<Integration, 'kind' | 'channel' | 'providerId'>): WebhookFormat | undefined {
  if (kind === 'agent' || channel === undefined || !REPORTED.includes(channel)) return undefined;
  return findAdapter(channel, providerId)?.reports ?? OWN_FORMAT;
}
