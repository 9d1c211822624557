import type { Channel, Integration } from '../../integrations/integration.schema.js';
import type { ChannelCredentials } from '../../subscribers/subscriber.schema.js';
import type { RunScope } from '../run-input.js';

/** An integration for which the subscriber has credentials. */
export interface SubscriberTarget {
  integration: Integration;
  credentials: ChannelCredentials;
}

/** Every active integration of a channel through which the subscriber can be reached (behaviour G8). */
export function subscriberTargets({ openChannels, integrations }: RunScope, channel: Channel): SubscriberTarget[] {
  return openChannels().flatMap(({ integrationId, credentials }) => {
    const integration = integrations.find((one) => one.channel === channel && one._id.equals(integrationId));
    return integration ? [{ integration, credentials }] : [];
  });
}
