import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { isDuplicateKey } from '../../platform/persistence/store-errors.js';
import { LegacyApplication } from '../applications/legacy-application.schema.js';
import { LegacyUser } from './legacy-user.schema.js';
import { numberOfId } from './number-of-id.js';

/**
 * Gives users their numbers. An id that is a number costs no command, a known user one, a new one three. Running numbers
 * begin at 1, may leave gaps, and may equal the number that another user has by the external id.
 */
@Injectable()
export class UserNumbersService {
  constructor(
    @InjectModel(LegacyUser.name) private readonly users: Model<LegacyUser>,
    @InjectModel(LegacyApplication.name) private readonly applications: Model<LegacyApplication>,
  ) {}

  /** The number the application knows this user by; given now if it is seen for the first time. */
  async numberOf(application: LegacyApplication, externalId: string): Promise<number> {
    return (
      numberOfId(externalId) ??
      (await this.findNumber(application, externalId)) ??
      (await this.giveNumber(application, externalId))
    );
  }

  private async giveNumber(application: LegacyApplication, subscriberId: string): Promise<number> {
    const counted = await this.applications
      .findByIdAndUpdate(
        application._id,
        { $inc: { lastUserNumber: 1 } },
        { returnDocument: 'after', timestamps: false },
      )
      .lean();
    // Deleted a moment ago, while its credentials were still remembered.
    const number = counted?.lastUserNumber ?? application.lastUserNumber + 1;
    const { environmentId, _id: applicationId } = application;
    try {
      await this.documents.insertOne({ _id: new Types.ObjectId(), environmentId, applicationId, subscriberId, number });
      return number;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.findNumber(application, subscriberId)) ?? number;
    }
  }

  private async findNumber(
    { environmentId, _id: applicationId }: LegacyApplication,
    subscriberId: string,
  ): Promise<number | undefined> {
    const user = await this.users.findOne({ environmentId, subscriberId, applicationId }).lean();
    return user?.number;
  }

  private get documents(): mongo.Collection<LegacyUser> {
    return rawCollection<LegacyUser>(this.users);
  }
}
