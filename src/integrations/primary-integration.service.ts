import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { type Channel, channelFacts } from '#libs/channels.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { TryAgainException } from '../platform/errors/exceptions.js';
import { KeyedMutex } from '../platform/scheduling/keyed-semaphore.js';
import { isDuplicateKey } from '../platform/persistence/writes.js';
import { assertSendable } from './choose-provider.js';
import { changerUpdate } from './integration-update.js';
import { IntegrationAccess, integrationNotFound, IntegrationsService } from './integrations.service.js';
import { Integration } from './integration.schema.js';

/** Email and SMS use one integration, the primary one; push and chat use all of them (behaviour G5). */
export function supportsPrimary(channel: Channel | undefined): boolean {
  return channelFacts(channel)?.hasPrimary === true;
}

/** The fields that decide whether an integration can be primary. */
type PrimaryFacts = Pick<Integration, 'channel' | 'active' | 'conditions' | 'environmentId'>;

/**
 * Returns whether an integration is active and without conditions, in a channel with primary ones (behaviour G5, G6).
 */
export function canBePrimary({ channel, active, conditions }: Omit<PrimaryFacts, 'environmentId'>): boolean {
  return supportsPrimary(channel) && active && conditions.length === 0;
}

/**
 * Returns how a change affects the primary mark: false removes it, true sets it unless another integration has it,
 * undefined leaves it. It is set only when the request changes the activity, the conditions or the environment, so that
 * renaming an integration does not make it primary.
 */
export function primaryAfter(
  before: PrimaryFacts & Pick<Integration, 'primary'>,
  after: PrimaryFacts,
  isAboutSending: boolean,
): boolean | undefined {
  if (!supportsPrimary(after.channel)) return undefined;
  if (!canBePrimary(after)) return false;
  if (before.primary && before.environmentId.equals(after.environmentId)) return undefined;
  return isAboutSending ? true : undefined;
}

/**
 * The key of the mutex for requests for the primary mark of a channel. The unique index decides, also between
 * processes; the mutex only prevents requests from waiting for each other inside the store, which some servers consider
 * a deadlock.
 */
export function primaryMark(environmentId: Types.ObjectId, channel: string | undefined): string {
  return `${environmentId} ${channel}`;
}

/** Number of times that other processes may mark an integration in between. */
const TRIES = 50;

/** Sets the integration that email and SMS use when no conditions decide. */
@Injectable()
export class PrimaryIntegrationService {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly access: IntegrationAccess,
    private readonly mutex: KeyedMutex,
  ) {}

  /**
   * Makes an integration the primary one of its channel and environment, active and without conditions (behaviour G5,
   * G6). Throws 400 for a channel without primary integrations, 422 when nothing can be sent with its provider.
   *
   * A unique index allows one primary, so the old mark must be removed before the new one is set. Before that, the
   * successor is marked as `nextPrimary`, which is used while there is no primary. So an integration can be selected at
   * any moment, even if this process ends half way.
   */
  async setPrimary(caller: EnvironmentRef, id: Types.ObjectId): Promise<Integration> {
    const { channel, providerId, environmentId } = await this.access.findOrFail(caller, id);
    if (channel === undefined || !supportsPrimary(channel)) {
      throw new BadRequestException('Only integrations of email and SMS can be primary');
    }
    assertSendable({ channel, providerId });
    return this.mutex.run(primaryMark(environmentId, channel), () => this.takeOver(caller, environmentId, id, channel));
  }

  private async takeOver(
    { caller }: EnvironmentRef,
    environmentId: Types.ObjectId,
    id: Types.ObjectId,
    channel: Channel,
  ) {
    const ready = { active: true, conditions: [] };
    const successor = { _id: id, environmentId };
    const { $set, $unset } = changerUpdate(caller);
    await this.integrations.updateOne(successor, {
      $set: { ...ready, ...$set, nextPrimary: true },
      ...($unset && { $unset }),
    });
    for (let tries = 0; tries < TRIES; tries++) {
      await this.integrations.updateOne(
        { environmentId, channel, primary: true, _id: { $ne: id } },
        { $set: { primary: false } },
      );
      const marked = await this.mark(successor, { $set: { ...ready, primary: true }, $unset: { nextPrimary: 1 } });
      this.reading.forget(environmentId);
      if (marked === null) throw integrationNotFound(id);
      if (marked) return marked;
    }
    throw new TryAgainException('The primary integration is being changed by others, try again');
  }

  /**
   * Returns the updated integration, null when it no longer exists, undefined when another one was marked meanwhile.
   */
  private async mark(
    filter: QueryFilter<Integration>,
    update: UpdateQuery<Integration>,
  ): Promise<Integration | null | undefined> {
    try {
      return await this.integrations.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean();
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}
