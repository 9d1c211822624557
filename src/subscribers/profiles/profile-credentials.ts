import { Injectable } from '@nestjs/common';
import type { InEnvironment } from '../../auth/environment-ref.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import type { SentProfile, SubscriberProfile } from './subscriber-profile.js';
import type { SubscriberChannel } from '../subscriber.schema.js';
import { CredentialBox, type CredentialOwner } from '../credentials/credential-box.js';
import {
  changeChannels,
  chooseIntegration,
  hasTooManyTokens,
  tooManyTokens,
  withAllowedTokens,
} from '../credentials/credential-changes.js';

/** Handles the credentials that triggers contain for their recipients (behaviour R12). */
@Injectable()
export class ProfileCredentials {
  constructor(
    private readonly box: CredentialBox,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Returns the profile with its credentials encrypted, each for the integration it names. `active` are the environment's
   * active integrations, newest first. Throws a 422 when there is no such integration, or for too many device tokens;
   * `field` is the path of the profile in the request.
   */
  seal(
    environment: InEnvironment,
    profile: SentProfile,
    { active, field }: { active: readonly Integration[]; field: string },
  ): SubscriberProfile {
    const { channels, ...fields } = profile;
    if (!channels) return fields;
    const owner = ownerOf(environment, profile);
    const given = channels.map((channel, index) => chooseIntegration(active, channel, `${field}.channels.${index}.`));
    const sealed = changeChannels(this.box, owner, [], given, {
      mode: 'add',
      at: this.clock.now(),
      limit: (stored, merged) => {
        if (hasTooManyTokens(stored, merged, this.config.maxDeviceTokens))
          throw tooManyTokens(`${field}.channels`, this.config);
        return merged;
      },
    });
    return { ...fields, channels: sealed ?? [] };
  }

  /**
   * Returns the channels of a subscriber with those of a profile added, or undefined when nothing changes. Device tokens
   * above the allowed number are left out, because the request has already been responded to.
   */
  add(
    environment: InEnvironment,
    { subscriberId, channels }: SubscriberProfile,
    stored: readonly SubscriberChannel[],
  ): SubscriberChannel[] | undefined {
    if (!channels || channels.length === 0) return undefined;
    const owner = ownerOf(environment, { subscriberId });
    const given = channels.map((channel) => this.box.open(owner, channel));
    return changeChannels(this.box, owner, stored, given, {
      mode: 'add',
      at: this.clock.now(),
      limit: (before, merged) => {
        const allowed = withAllowedTokens(before, merged, this.config.maxDeviceTokens);
        if (allowed !== merged)
          this.logger.warn({ environmentId: environment.id }, 'Device tokens of a trigger were too many to be added');
        return allowed;
      },
    });
  }
}

function ownerOf(
  { id: environmentId }: InEnvironment,
  { subscriberId }: Pick<SubscriberProfile, 'subscriberId'>,
): CredentialOwner {
  return { environmentId, subscriberId };
}
