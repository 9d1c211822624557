import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { formatOf } from './report-formats/formats.js';
import { openConfigurations } from './credentials/open-configurations.js';
import { Integration } from './integration.schema.js';

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;
const OBJECT_ID = /^[0-9a-f]{24}$/i;
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** Which integrations there are. What changes them is the business of {@link IntegrationChangesService}. */
@Injectable()
export class IntegrationsService {
  private readonly active: ExpiringCache<readonly Integration[]>;

  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly secretBox: SecretBox,
    clock: Clock,
  ) {
    this.active = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /** Those the environment can send with, newest first, up to a second old (behaviour G1). */
  findActive({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<readonly Integration[]> {
    return this.active.getOrLoad(environmentId.toHexString(), () =>
      this.integrations.find({ environmentId, active: true }).sort(NEWEST_FIRST).lean(),
    );
  }

  /** Makes this process see what was just changed in an environment. */
  forget(environmentId: Types.ObjectId): void {
    this.active.delete(environmentId.toHexString());
  }

  /** Whether in-app messages can be delivered: the environment has an active in-app integration (behaviour G11). */
  async isInAppActive(environment: Pick<EnvironmentRef, 'id'>): Promise<boolean> {
    const active = await this.findActive(environment);
    return active.some(({ channel }) => channel === 'in_app');
  }

  /** Those of every environment of the organization, newest first. */
  list({ organizationId }: EnvironmentRef): Promise<Integration[]> {
    return this.integrations.find({ organizationId }).sort(NEWEST_FIRST).lean();
  }

  /** The active ones of every environment of the organization, newest first. */
  listActive({ organizationId }: EnvironmentRef): Promise<Integration[]> {
    return this.integrations.find({ organizationId, active: true }).sort(NEWEST_FIRST).lean();
  }

  /** One of the environment; 404 when it has none with this id. */
  async findOrFail({ id: environmentId }: Pick<EnvironmentRef, 'id'>, id: Types.ObjectId): Promise<Integration> {
    const integration = await this.integrations.findOne({ _id: id, environmentId }).lean();
    if (!integration) throw integrationNotFound(id);
    return integration;
  }

  /** One of the environment by the identifier that triggers name it by; 404 when it has none. */
  async findByIdentifierOrFail(
    { id: environmentId, organizationId }: EnvironmentRef,
    identifier: string,
  ): Promise<Integration> {
    const integration = await this.integrations.findOne({ organizationId, identifier, environmentId }).lean();
    if (!integration) throw integrationNotFound(identifier);
    return integration;
  }

  /** The id of the environment's integration with an identifier; none when it has none. */
  async findIdsOf(
    { id: environmentId, organizationId }: EnvironmentRef,
    identifier: string,
  ): Promise<Types.ObjectId[]> {
    const found = await this.integrations.find({ organizationId, identifier, environmentId }, { _id: 1 }).lean();
    return found.map(({ _id }) => _id);
  }

  /** Identifiers by hexadecimal id; integrations that are gone are absent. */
  async findIdentifiers(ids: readonly Types.ObjectId[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.integrations.find({ _id: { $in: ids } }, { identifier: 1 }).lean();
    return new Map(found.map(({ _id, identifier }) => [_id.toHexString(), identifier]));
  }

  /**
   * Whether reports of a provider are taken, by one of the integrations of the environment that have this id or provider
   * (behaviour B4). Throws 404 when there is none.
   */
  async takesReports({ id: environmentId }: EnvironmentRef, idOrProviderId: string): Promise<boolean> {
    const named = { environmentId, providerId: idOrProviderId };
    const which = OBJECT_ID.test(idOrProviderId)
      ? { $or: [named, { environmentId, _id: new Types.ObjectId(idOrProviderId) }] }
      : named;
    const found = await this.integrations.find(which).lean();
    if (found.length === 0) throw integrationNotFound(idOrProviderId);
    return found.some(
      (one) => formatOf(one) && openConfigurations(this.secretBox, one)?.inboundWebhookEnabled === true,
    );
  }
}

export function integrationNotFound(reference: Types.ObjectId | string): NotFoundException {
  return new NotFoundException(`Integration '${reference.toString()}' was not found`);
}
