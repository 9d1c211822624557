import type { Channel } from '#libs/channels.js';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Config, publicAddress } from '../../platform/config/config.js';
import { categoryOf } from '../../workflows/kind.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import type { LinkClaims } from './link-token.js';
import { PreferenceLinks } from './preference-links.service.js';

/** Path below which a person takes back one choice (behaviour CS5). */
export const UNSUBSCRIBE_PATH = '/u';
/** Path below which a person makes all choices. */
export const PREFERENCES_PATH = '/preferences';

/** In place of a token in previews, where nobody has a message. Its pages say so. */
export const SAMPLE = 'sample';

/** The message that links are in. */
export interface LinkedMessage {
  environmentId: Types.ObjectId;
  subscriberId: Types.ObjectId;
  contextKeys: readonly string[];
  workflow: Pick<Workflow, '_id' | 'kind' | 'category' | 'tags'>;
  /** Absent for a step that sends no message. */
  channel?: Channel;
}

/** The addresses that a message may have for its recipient's choices. They are the same for every attempt (behaviour CS5). */
@Injectable()
export class MessageLinks {
  constructor(
    private readonly links: PreferenceLinks,
    private readonly config: Config,
  ) {}

  /** Takes back the choice for the category of the workflow, or for the workflow, in the channel of the message. */
  unsubscribe(message: LinkedMessage): Promise<string> {
    return this.addressOf(UNSUBSCRIBE_PATH, 'unsubscribe', message);
  }

  /** Opens all choices of the recipient. */
  preferences(message: LinkedMessage): Promise<string> {
    return this.addressOf(PREFERENCES_PATH, 'choices', message);
  }

  /** Addresses of the same form that open nothing, for previews. */
  get samples(): { unsubscribe: string; preferences: string } {
    return {
      unsubscribe: publicAddress(this.config, `${UNSUBSCRIBE_PATH}/${SAMPLE}`),
      preferences: publicAddress(this.config, `${PREFERENCES_PATH}/${SAMPLE}`),
    };
  }

  private async addressOf(path: string, opens: LinkClaims['opens'], message: LinkedMessage): Promise<string> {
    const { environmentId, subscriberId, contextKeys, workflow, channel } = message;
    const category = categoryOf(workflow);
    const token = (await this.links.signer())({
      opens,
      environmentId,
      subscriberId,
      contextKeys,
      workflowId: workflow._id,
      ...(category !== undefined && { category }),
      ...(channel && { channel }),
    });
    return publicAddress(this.config, `${path}/${token}`);
  }
}
