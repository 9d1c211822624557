import type { Types } from 'mongoose';
import type { ChatTarget } from '#libs/providers/kit/content.js';

/** An address of a subscriber at a chat provider. */
export interface ChatEndpoint {
  id: Types.ObjectId;
  integrationId: Types.ObjectId;
  /** Decrypts where it is; undefined for an address that no chat message goes to. */
  open: () => ChatTarget | undefined;
}
