import type { Types } from 'mongoose';
import type { Endpoint, EndpointType } from '../../channels/endpoints/endpoint-shapes.js';

/** An address of a subscriber at a chat or tool provider. */
export interface SubscriberEndpoint {
  id: Types.ObjectId;
  integrationId: Types.ObjectId;
  type: EndpointType;
  /** Decrypts where it is. `token`: of the connection that it is reached through. */
  open: () => { endpoint: Endpoint; token?: string };
}
