import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock } from '../../platform/clock.js';
import { KeyedMutex } from '../../platform/scheduling/keyed-semaphore.js';
import { Config } from '../../platform/config/config.js';
import type { InEnvironment } from '../../auth/environment-ref.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import type { WebhookEvent } from '../../outbound-webhooks/recording/webhook-event.js';
import { WebhookEvents } from '../../outbound-webhooks/recording/webhook-events.service.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { Subscriber, type SubscriberChannel } from '../subscriber.schema.js';
import { SubscribersService } from '../subscribers.service.js';
import { CredentialBox, type OpenChannel } from './credential-box.js';
import type { ChannelInputDto } from './channel-credentials.dto.js';
import {
  changeChannels,
  chooseIntegration,
  hasTooManyTokens,
  type TokenMode,
  tooManyTokens,
} from './credential-changes.js';

/** Attempts of one change; it only loses to other processes, of which one succeeds in each round. */
const MAX_ROUNDS = 100;

/** Stores what providers need to reach a subscriber (behaviour R13, R14). */
@Injectable()
export class CredentialsService {
  private readonly mutex = new KeyedMutex();
  private readonly documents = rawCollection<Subscriber>(this.model);

  constructor(
    @InjectModel(Subscriber.name) private readonly model: Model<Subscriber>,
    private readonly subscribers: SubscribersService,
    private readonly integrations: IntegrationsService,
    private readonly box: CredentialBox,
    private readonly webhooks: WebhookEvents,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Sets credentials at one integration. 404 for an unknown subscriber, 422 when there is no such integration. */
  async set(
    environment: InEnvironment,
    subscriberId: string,
    input: ChannelInputDto,
    mode: TokenMode,
  ): Promise<Subscriber> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const channel = chooseIntegration(await this.integrations.findActive(environment), input);
    return this.change(subscriber, [channel], mode, 'credentials.deviceTokens');
  }

  /**
   * Stores a subscriber with `store`, then adds credentials at several integrations with one write. 422 when there is no such
   * integration; then nothing is stored.
   */
  async storeWith(
    environment: InEnvironment,
    inputs: readonly ChannelInputDto[],
    store: () => Promise<Subscriber>,
  ): Promise<Subscriber> {
    const active = inputs.length > 0 ? await this.integrations.findActive(environment) : [];
    const channels = inputs.map((input, index) => chooseIntegration(active, input, `channels.${index}.`));
    return this.change(await store(), channels, 'add', 'channels');
  }

  /** Removes one device token at one integration, if it is stored (behaviour U3). */
  async forgetDevice(
    subscriber: Subscriber,
    { _id, providerId }: Pick<Integration, '_id' | 'providerId'>,
    token: string,
  ): Promise<void> {
    const stored = subscriber.channels.find(({ integrationId }) => integrationId.equals(_id));
    if (!stored) return;
    const { sealedCredentials: _sealed, ...channel } = stored;
    await this.change(subscriber, [{ ...channel, credentials: { deviceTokens: [token] } }], 'remove', 'channels');
    await this.webhooks.record({ id: subscriber.environmentId }, [
      tokenRemoved(subscriber, { integrationId: _id.toHexString(), providerId }, token, this.clock.now()),
    ]);
  }

  /** Deletes the credentials at all integrations of a provider; there may be none. 404 for an unknown subscriber. */
  async remove({ id: environmentId }: InEnvironment, subscriberId: string, providerId: string): Promise<void> {
    const { matchedCount } = await this.documents.updateOne(
      { environmentId, subscriberId, 'channels.providerId': providerId },
      { $pull: { channels: { providerId } }, $inc: { __v: 1 }, $set: { updatedAt: this.clock.now() } },
    );
    if (matchedCount === 0) await this.subscribers.findOrFail({ id: environmentId }, subscriberId);
  }

  /**
   * The store cannot merge encrypted values, so they are read, merged, and written only if they have not changed
   * meanwhile. Otherwise this is repeated with the new values. No change is lost.
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
    const changeFrom = (current: Subscriber) =>
      this.write(
        current,
        changeChannels(this.box, current, current.channels, given, { mode, limit, at: this.clock.now() }),
      );
    const changed = await changeFrom(subscriber);
    return changed ?? this.mutex.run(subscriber._id, () => this.changeInTurn(subscriber, changeFrom));
  }

  private async changeInTurn(
    { _id, subscriberId }: Subscriber,
    changeFrom: (current: Subscriber) => Promise<Subscriber | undefined>,
  ): Promise<Subscriber> {
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const current = await this.documents.findOne({ _id });
      if (!current) throw notFound('Subscriber', subscriberId);
      const changed = await changeFrom(current);
      if (changed) return changed;
    }
    throw new ServiceUnavailableException('Too many others change the credentials of this subscriber; try again');
  }

  /** The subscriber after the write; undefined when a concurrent change was faster. Without channels there is nothing to write. */
  private async write(current: Subscriber, channels: SubscriberChannel[] | undefined): Promise<Subscriber | undefined> {
    if (!channels) return current;
    const changed = await this.documents.findOneAndUpdate(
      { _id: current._id, __v: current.__v },
      { $set: { channels, updatedAt: this.clock.now() }, $inc: { __v: 1 } },
      { returnDocument: 'after' },
    );
    return changed ?? undefined;
  }
}

/** The webhook event of a removed device token. */
function tokenRemoved(
  { _id: id, subscriberId }: Subscriber,
  integration: { integrationId: string; providerId: string },
  token: string,
  at: Date,
): WebhookEvent {
  const origin = { id, occurrence: `${integration.integrationId} ${at.toISOString()} ${token}` };
  return { type: 'push_token.removed', origin, at, person: id, data: { subscriberId, ...integration } };
}
