import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../../platform/paging/cursor-page.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { NotificationType } from '../types/notification-type.schema.js';
import { LegacyUser } from '../users/legacy-user.schema.js';
import { generateApplicationId, generateSecret, hashSecret } from './application-secret.js';
import { LegacyApplication } from './legacy-application.schema.js';
import { LegacyCredentials } from './legacy-credentials.service.js';

/** An application and its secret, which nobody can read again. */
export interface WithSecret {
  application: LegacyApplication;
  secret: string;
}

/** The applications of an environment. */
@Injectable()
export class LegacyApplicationsService {
  constructor(
    @InjectModel(LegacyApplication.name) private readonly applications: Model<LegacyApplication>,
    @InjectModel(NotificationType.name) private readonly types: Model<NotificationType>,
    @InjectModel(LegacyUser.name) private readonly users: Model<LegacyUser>,
    private readonly credentials: LegacyCredentials,
    private readonly clock: Clock,
  ) {}

  async create(environment: EnvironmentRef, { name }: { name?: string }): Promise<WithSecret> {
    const secret = generateSecret();
    const application = this.newApplication(environment, { applicationId: generateApplicationId(), name, secret });
    await this.documents.insertOne(application);
    return { application, secret };
  }

  /** The application with this id, made with this secret unless it is there. Several processes may ask at once. */
  async ensure(
    environment: EnvironmentRef,
    { applicationId, name, secret }: { applicationId: string; name: string; secret: string },
  ): Promise<LegacyApplication> {
    const { _id, ...fields } = this.newApplication(environment, { applicationId, name, secret });
    const application = await this.documents.findOneAndUpdate(
      { applicationId },
      { $setOnInsert: { _id, ...fields } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!application) throw new Error('An upsert has returned no document');
    return application;
  }

  /** A page of the environment's applications. */
  list(
    { id: environmentId }: EnvironmentRef,
    page: Omit<CursorPageRequest, 'orderBy'>,
  ): Promise<CursorPage<LegacyApplication>> {
    return findCursorPage(this.applications, { environmentId }, { ...page, orderBy: '_id' });
  }

  /** By application id; 404 when the environment has no such application. */
  async findOrFail({ id: environmentId }: EnvironmentRef, applicationId: string): Promise<LegacyApplication> {
    const application = await this.applications.findOne({ environmentId, applicationId }).lean();
    if (!application) throw notFound(applicationId);
    return application;
  }

  /** Gives the application a new secret; the one it had works for so many seconds more, one before that no longer. */
  async rotate(
    { id: environmentId }: EnvironmentRef,
    applicationId: string,
    overlapSeconds: number,
  ): Promise<WithSecret> {
    const secret = generateSecret();
    const now = this.clock.now();
    const until = new Date(now.getTime() + overlapSeconds * 1000);
    // A pipeline, because the former secret is read and replaced in one step: two rotations at once lose neither.
    const application = await this.documents.findOneAndUpdate(
      { environmentId, applicationId },
      [
        {
          $set: {
            formerSecret: { hash: '$secretHash', until },
            secretHash: { $literal: hashSecret(secret) },
            updatedAt: now,
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (!application) throw notFound(applicationId);
    this.credentials.withdrawn(application);
    return { application, secret };
  }

  /** Deletes it with its notification types. What it has sent stays. */
  async delete({ id: environmentId }: EnvironmentRef, applicationId: string): Promise<void> {
    const deleted = await this.applications.findOneAndDelete({ environmentId, applicationId }).lean();
    if (!deleted) throw notFound(applicationId);
    this.credentials.withdrawn(deleted);
    const own = { environmentId, applicationId: deleted._id };
    await Promise.all([this.types.deleteMany(own), this.users.deleteMany(own)]);
  }

  private newApplication(
    { id: environmentId, organizationId }: EnvironmentRef,
    { applicationId, name, secret }: { applicationId: string; name?: string; secret: string },
  ): LegacyApplication {
    const now = this.clock.now();
    return {
      _id: new Types.ObjectId(),
      environmentId,
      organizationId,
      applicationId,
      ...(name !== undefined && { name }),
      secretHash: hashSecret(secret),
      lastUserNumber: 0,
      createdAt: now,
      updatedAt: now,
    };
  }

  private get documents(): mongo.Collection<LegacyApplication> {
    return rawCollection<LegacyApplication>(this.applications);
  }
}

function notFound(applicationId: string): NotFoundException {
  return new NotFoundException(`Legacy application '${applicationId}' was not found`);
}
