import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { assertMayIssue, type IssuedCredential } from '../../auth/credentials.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock, later } from '../../platform/clock.js';
import { Hook } from '../../platform/hook.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../../platform/paging/cursor-page.js';
import { isDuplicateKey, rawCollection, retryLostWrite } from '../../platform/persistence/writes.js';
import { LegacyUser } from './legacy-user.schema.js';
import { LegacyApplication } from './legacy-application.schema.js';
import { generateApplicationId, generateSecret, hashSecret, LegacyCredentials } from './legacy-credentials.service.js';

/** An application and its secret, which cannot be read again. */
export interface WithSecret {
  application: LegacyApplication;
  secret: string;
}

/** The holder of a secret sends, until it is rotated. */
const SECRET: IssuedCredential = {
  what: 'A secret of the legacy API',
  permissions: ['events:write'],
  until: undefined,
};

/** The applications of an environment, and the numbers of their users. */
@Injectable()
export class LegacyApplicationsService {
  /** An application has been deleted. Its notification types are deleted, too. */
  readonly deleted = new Hook<LegacyApplication>();

  private readonly documents = rawCollection<LegacyApplication>(this.applications);

  constructor(
    @InjectModel(LegacyApplication.name) private readonly applications: Model<LegacyApplication>,
    @InjectModel(LegacyUser.name) private readonly users: Model<LegacyUser>,
    private readonly credentials: LegacyCredentials,
    private readonly clock: Clock,
  ) {}

  async create(environment: EnvironmentRef, { name }: { name?: string }): Promise<WithSecret> {
    assertMayIssue(environment, SECRET);
    const secret = generateSecret();
    const application = this.newApplication(environment, { applicationId: generateApplicationId(), name, secret });
    await this.documents.insertOne(application);
    return { application, secret };
  }

  /** Returns the application with this id, and creates it with this secret if missing. Safe in concurrent processes. */
  async ensure(
    environment: EnvironmentRef,
    { applicationId, name, secret }: { applicationId: string; name: string; secret: string },
  ): Promise<LegacyApplication> {
    const { _id, ...fields } = this.newApplication(environment, { applicationId, name, secret });
    const application = await retryLostWrite(() =>
      this.documents.findOneAndUpdate(
        { applicationId },
        { $setOnInsert: { _id, ...fields } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    if (!application) throw new Error('An upsert has returned no document');
    return application;
  }

  /** Returns a page of the environment's applications. */
  list(
    { id: environmentId }: EnvironmentRef,
    page: Omit<CursorPageRequest, 'orderBy'>,
  ): Promise<CursorPage<LegacyApplication>> {
    return findCursorPage(this.applications, { environmentId }, { ...page, orderBy: '_id' });
  }

  /** Returns an application by its application id. Throws 404. */
  async findOrFail({ id: environmentId }: EnvironmentRef, applicationId: string): Promise<LegacyApplication> {
    const application = await this.applications.findOne({ environmentId, applicationId }).lean();
    if (!application) throw notFound('Legacy application', applicationId);
    return application;
  }

  /** Sets a new secret. The current one stays valid for the given seconds; a former one becomes invalid. */
  async rotate(environment: EnvironmentRef, applicationId: string, overlapSeconds: number): Promise<WithSecret> {
    assertMayIssue(environment, SECRET);
    const { id: environmentId } = environment;
    const secret = generateSecret();
    const now = this.clock.now();
    const until = later(now, overlapSeconds * 1000);
    // A pipeline, because the former secret is read and replaced in one step: concurrent rotations lose neither.
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
    if (!application) throw notFound('Legacy application', applicationId);
    this.credentials.withdrawn(application);
    return { application, secret };
  }

  /** Deletes the application with its users and notification types. The notifications that it has sent stay. */
  async delete({ id: environmentId }: EnvironmentRef, applicationId: string): Promise<void> {
    const deleted = await this.applications.findOneAndDelete({ environmentId, applicationId }).lean();
    if (!deleted) throw notFound('Legacy application', applicationId);
    this.credentials.withdrawn(deleted);
    await this.users.deleteMany({ environmentId, applicationId: deleted._id });
    await this.deleted.run(deleted);
  }

  /**
   * Returns the number of a user in this application, and assigns one to a new user. An id that is a number costs no
   * command, a known user one, a new one three. Running numbers begin at 1, may have gaps, and may equal the number
   * that another user has by the external id.
   */
  async userNumber(application: LegacyApplication, externalId: string): Promise<number> {
    return (
      numberOfId(externalId) ??
      (await this.findNumber(application, externalId)) ??
      (await this.assignNumber(application, externalId))
    );
  }

  private async assignNumber(application: LegacyApplication, subscriberId: string): Promise<number> {
    const counted = await this.applications
      .findByIdAndUpdate(
        application._id,
        { $inc: { lastUserNumber: 1 } },
        { returnDocument: 'after', timestamps: false },
      )
      .lean();
    // The application was deleted while its credentials were still cached.
    const number = counted?.lastUserNumber ?? application.lastUserNumber + 1;
    const { environmentId, _id: applicationId } = application;
    try {
      const user: LegacyUser = { _id: new Types.ObjectId(), environmentId, applicationId, subscriberId, number };
      await rawCollection<LegacyUser>(this.users).insertOne(user);
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
}

/**
 * Returns the number that an external id is, if it is one: a decimal integer without sign or leading zeros that a JSON
 * number can represent exactly. Users with any other id get a running number.
 */
export function numberOfId(externalId: string): number | undefined {
  const number = /^(0|[1-9]\d{0,15})$/.test(externalId) ? Number(externalId) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
