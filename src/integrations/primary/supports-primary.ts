import type { IntegrationChannel } from '../integration.schema.js';

/** The channels that know a primary integration. */
export type PrimaryChannel = Extract<IntegrationChannel, 'email' | 'sms'>;

/** Email and SMS go through one integration, so that one is primary; push and chat use all there are (behaviour G5). */
export function supportsPrimary(channel: IntegrationChannel | undefined): channel is PrimaryChannel {
  return channel === 'email' || channel === 'sms';
}
