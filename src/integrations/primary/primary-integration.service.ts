import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import { isDuplicateKey } from '../../persistence/store-errors.js';
import { Integration } from '../integration.schema.js';
import { IntegrationsService } from '../integrations.service.js';
import { supportsPrimary } from './supports-primary.js';

/** As many others may be made primary at the same moment; each time one of them succeeds. */
const TRIES = 50;

/** Which integration email and SMS go through when nothing else decides. */
@Injectable()
export class PrimaryIntegrationService {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
  ) {}

  /**
   * Makes an integration the primary one of its channel and environment, active and without conditions (behaviour G5,
   * G6). Throws 400 for a channel without primary integrations.
   */
  async setPrimary(environment: EnvironmentRef, id: Types.ObjectId): Promise<Integration> {
    const { channel } = await this.reading.findOrFail(environment, id);
    if (!supportsPrimary(channel)) {
      throw new BadRequestException('Only integrations of email and SMS can be primary');
    }
    for (let tries = 0; tries < TRIES; tries++) {
      if (await this.takeOver(environment, id, channel)) {
        this.reading.forget(environment.id);
        return this.reading.findOrFail(environment, id);
      }
    }
    throw new ConflictException('The primary integration is being changed by others, try again');
  }

  /**
   * Three ordered updates in one command. A unique index allows one primary, so the old mark must go before the new one
   * comes; in between, and should the store fail there, the successor that was named first stands in. So whoever selects
   * an integration finds one at any moment. False when another take-over was quicker.
   */
  private async takeOver(
    { id: environmentId }: EnvironmentRef,
    _id: Types.ObjectId,
    channel: 'email' | 'sms',
  ): Promise<boolean> {
    const successor = { _id, environmentId };
    const others = { environmentId, channel, _id: { $ne: _id } };
    const ready = { active: true, conditions: [] };
    try {
      await this.integrations.bulkWrite([
        { updateOne: { filter: successor, update: { $set: { ...ready, nextPrimary: true } } } },
        { updateMany: { filter: others, update: { $set: { primary: false }, $unset: { nextPrimary: 1 } } } },
        { updateOne: { filter: successor, update: { $set: { ...ready, primary: true }, $unset: { nextPrimary: 1 } } } },
      ]);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
