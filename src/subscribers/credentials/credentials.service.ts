import { Injectable, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { rawCollection } from '../../persistence/raw-collection.js';
import { Subscriber } from '../subscriber.schema.js';
import { SubscribersService } from '../subscribers.service.js';
import { changeChannels } from './change-channels.js';
import { chooseIntegration } from './choose-integration.js';
import { CredentialBox, type OpenChannel } from './credential-box.js';
import type { ChannelInputDto } from './dto/channel-input.dto.js';
import { givingWay } from './giving-way.js';
import { hasTooManyTokens, type TokenMode } from './merge-credentials.js';
import { tooManyTokens } from './profile-credentials.js';

/** Tries of one change. Of all who try at once one succeeds in each round. */
const MOST_ROUNDS = 200;

/** What providers need to reach a subscriber (behaviour R13, R14). */
@Injectable()
export class CredentialsService {
  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly people: SubscribersService,
    private readonly integrations: IntegrationsService,
    private readonly box: CredentialBox,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Sets credentials at one integration. 404 for an unknown subscriber, 422 without such an integration. */
  async set(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberId: string,
    input: ChannelInputDto,
    mode: TokenMode,
  ): Promise<Subscriber> {
    const subscriber = await this.people.findOrFail(environment, subscriberId);
    const channel = chooseIntegration(await this.integrations.findActive(environment), input);
    return this.change(subscriber, [channel], mode, 'credentials.deviceTokens');
  }

  /** The integrations that credentials of a request are for. 422 when there is no such one. */
  async choose(environment: Pick<EnvironmentRef, 'id'>, inputs: readonly ChannelInputDto[]): Promise<OpenChannel[]> {
    if (inputs.length === 0) return [];
    const active = await this.integrations.findActive(environment);
    return inputs.map((input, index) => chooseIntegration(active, input, `channels.${index}.`));
  }

  /** Adds credentials at several integrations at once. */
  add(subscriber: Subscriber, channels: readonly OpenChannel[]): Promise<Subscriber> {
    return this.change(subscriber, channels, 'add', 'channels');
  }

  /** Forgets the credentials at all integrations of a provider; there may be none. 404 for an unknown subscriber. */
  async remove(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    subscriberId: string,
    providerId: string,
  ): Promise<void> {
    const { matchedCount } = await this.documents.updateOne(
      { environmentId, subscriberId, 'channels.providerId': providerId },
      { $pull: { channels: { providerId } }, $inc: { __v: 1 }, $set: { updatedAt: this.clock.now() } },
    );
    if (matchedCount === 0) await this.people.findOrFail({ id: environmentId }, subscriberId);
  }

  /**
   * Encrypted values cannot be merged by the store, so they are read, merged, and written only if nobody else has
   * changed them meanwhile; else all is done again with what the other has written. No change is lost.
   */
  private async change(
    subscriber: Subscriber,
    given: readonly OpenChannel[],
    mode: TokenMode,
    field: string,
  ): Promise<Subscriber> {
    const limit = (stored: OpenChannel['credentials'], merged: OpenChannel['credentials']) => {
      if (hasTooManyTokens(stored, merged, this.config.maxDeviceTokens)) throw tooManyTokens(field, this.config);
      return merged;
    };
    let seen = subscriber;
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const channels = changeChannels(this.box, seen, seen.channels, given, { mode, limit });
      if (!channels) return seen;
      const changed = await this.documents.findOneAndUpdate(
        { _id: seen._id, __v: seen.__v },
        { $set: { channels, updatedAt: this.clock.now() }, $inc: { __v: 1 } },
        { returnDocument: 'after' },
      );
      if (changed) return changed;
      await givingWay(round);
      const now = await this.documents.findOne({ _id: subscriber._id });
      if (!now) throw new NotFoundException(`Subscriber '${subscriber.subscriberId}' was not found`);
      seen = now;
    }
    throw new ServiceUnavailableException('Too many others change the credentials of this subscriber; try again');
  }

  private get documents(): mongo.Collection<Subscriber> {
    return rawCollection<Subscriber>(this.subscribers);
  }
}
