import type { IntegrationChannel } from '../integration.schema.js';

/** Email and SMS go through one integration, so that one is primary; push and chat use all there are (behaviour G5). */
export function supportsPrimary(
  channel: IntegrationChannel | undefined,
): channel is Extract<IntegrationChannel, 'email' | 'sms'> {
  return channel === 'email' || channel === 'sms';
}
