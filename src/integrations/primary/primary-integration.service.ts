import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { TryAgainException } from '../../platform/errors/try-again.exception.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { isDuplicateKey } from '../../platform/persistence/store-errors.js';
import { assertSendable } from '../choose-provider.js';
import { IntegrationAccess } from '../integration-access.service.js';
import { Integration } from '../integration.schema.js';
import { integrationNotFound, IntegrationsService } from '../integrations.service.js';
import { KeyedMutex } from '../../platform/keyed-mutex.js';
import { primaryMark } from './primary-mark.js';
import { type PrimaryChannel, supportsPrimary } from './supports-primary.js';

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
