import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { TryAgainException } from '../platform/errors/exceptions.js';
import { KeyedMutex } from '../platform/keyed-mutex.js';
import { isDuplicateKey } from '../platform/persistence/store-errors.js';
import { assertSendable } from './choose-provider.js';
import { IntegrationAccess } from './integration-access.service.js';
import { Integration, type IntegrationChannel } from './integration.schema.js';
import { integrationNotFound, IntegrationsService } from './integrations.service.js';

/** The channels that know a primary integration. */
export type PrimaryChannel = Extract<IntegrationChannel, 'email' | 'sms'>;

/** Email and SMS go through one integration, so that one is primary; push and chat use all there are (behaviour G5). */
export function supportsPrimary(channel: IntegrationChannel | undefined): channel is PrimaryChannel {
  return channel === 'email' || channel === 'sms';
}

/** What decides whether an integration can be primary. */
export type PrimaryFacts = Pick<Integration, 'channel' | 'active' | 'conditions' | 'environmentId'>;

/** Active and without conditions, in a channel that knows primary integrations (behaviour G5, G6). */
export function canBePrimary({ channel, active, conditions }: Omit<PrimaryFacts, 'environmentId'>): boolean {
  return supportsPrimary(channel) && active && conditions.length === 0;
}

/**
 * What a change makes of the primary mark: false takes it, true gives it unless another integration has it, undefined
 * leaves it. It is given when the request says something about the activity, the conditions or the environment, so that
 * renaming an integration makes nothing primary.
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
 * What requests for the primary mark of a channel wait for. The unique index decides, also between processes; here they
 * are only kept from waiting for each other inside of the store, which some servers take for a deadlock.
 */
export function primaryMark(environmentId: Types.ObjectId, channel: string | undefined): string {
  return `${environmentId.toHexString()} ${channel}`;
}

/** As many other processes may mark an integration in between. */
const TRIES = 50;

/** Which integration email and SMS go through when nothing else decides. */
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
   * A unique index allows one primary, so the old mark must go before the new one comes. The successor is named before
   * either, and stands in while there is no primary: whoever selects an integration finds one at any moment, also when
   * this process ends half way.
   */
  async setPrimary(caller: EnvironmentRef, id: Types.ObjectId): Promise<Integration> {
    const { channel, providerId, environmentId } = await this.access.findOrFail(caller, id);
    if (!supportsPrimary(channel)) {
      throw new BadRequestException('Only integrations of email and SMS can be primary');
    }
    assertSendable({ channel, providerId });
    return this.mutex.runExclusive(primaryMark(environmentId, channel), () =>
      this.takeOver(environmentId, id, channel),
    );
  }

  private async takeOver(environmentId: Types.ObjectId, id: Types.ObjectId, channel: PrimaryChannel) {
    const ready = { active: true, conditions: [] };
    const successor = { _id: id, environmentId };
    await this.integrations.updateOne(successor, { $set: { ...ready, nextPrimary: true } });
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

  /** The updated integration, null when it is gone, undefined when another one was marked in the meantime. */
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
