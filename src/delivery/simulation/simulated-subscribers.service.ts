import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Context } from '../../contexts/context.schema.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { contextKey, type TriggerContext } from '../../contexts/trigger-context.js';
import { ProfileCredentials } from '../../subscribers/credentials/profile-credentials.js';
import { newSubscriber } from '../../subscribers/profiles/new-subscriber.js';
import { changedFields, mergeProfiles } from '../../subscribers/profiles/profile-fields.js';
import type { SubscriberProfile } from '../../subscribers/subscriber-profile.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';

/** Subscribers and contexts as a trigger would leave them, without storing anything. */
@Injectable()
export class SimulatedPeopleService {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly credentials: ProfileCredentials,
    @InjectModel(Context.name) private readonly contexts: Model<Context>,
    private readonly clock: Clock,
  ) {}

  /** By the caller's own id: what is stored with what the trigger brings, or a new one. */
  async find(environment: EnvironmentRef, profiles: SubscriberProfile[]): Promise<Map<string, Subscriber>> {
    const merged = mergeProfiles(profiles);
    const ids = await this.subscribers.findIds(
      environment,
      merged.map(({ subscriberId }) => subscriberId),
    );
    const stored = new Map(
      [...(await this.subscribers.findByIds(environment, ids)).values()].map((one) => [one.subscriberId, one]),
    );
    return new Map(
      merged.map((profile) => {
        const known = stored.get(profile.subscriberId);
        const channels = this.credentials.add(environment, profile, known?.channels ?? []);
        const subscriber = known
          ? Object.assign(known, changedFields(known, profile), channels && { channels })
          : newSubscriber(environment, profile, this.clock.now(), channels);
        return [profile.subscriberId, subscriber];
      }),
    );
  }

  /** Contexts with their data: that of the trigger, else what is stored (behaviour C4, C7). */
  async findContext(
    { id: environmentId }: EnvironmentRef,
    context: TriggerContext | undefined,
  ): Promise<TriggerContext | undefined> {
    if (!context) return undefined;
    const entries = Object.entries(context);
    const keys = entries.map(([type, { id }]) => contextKey(type, id));
    const stored = await this.contexts.find({ environmentId, key: { $in: keys } }).lean();
    return Object.fromEntries(
      entries.map(([type, { id, data }]) => {
        const known = stored.find(({ key }) => key === contextKey(type, id));
        return [type, { id, data: data ?? known?.data ?? {} }];
      }),
    );
  }
}
