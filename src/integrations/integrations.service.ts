import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { Environment } from '../auth/environment.schema.js';
import { whyNotIssue } from '../auth/credentials.js';
import { assertMayWrite } from '../auth/may-write.js';
import { noteWritten } from '../auth/operation-audit.js';
import { Clock } from '../platform/clock.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { openConfigurations } from './credentials.js';
import { Integration } from './integration.schema.js';
import { formatOf } from './report-formats.js';
import { fromHex, IdMap, parseId } from '../platform/ids.js';

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** Reads integrations. {@link IntegrationChangesService} changes them. */
@Injectable()
export class IntegrationsService {
  private readonly active = new ExpiringCache<readonly Integration[]>(this.clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);

  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the integrations that the environment can send with, newest first, from a cache of one second (behaviour
   * G1).
   */
  findActive({ id: environmentId }: InEnvironment): Promise<readonly Integration[]> {
    return this.active.getOrLoad(environmentId, () =>
      this.integrations.find({ environmentId, active: true }).sort(NEWEST_FIRST).lean(),
    );
  }

  /**
   * Returns the active in-app integration of the environment, from a cache of one second; undefined when there is none.
   */
  async findActiveInApp(environment: InEnvironment): Promise<Integration | undefined> {
    return (await this.findActive(environment)).find(({ channel }) => channel === 'in_app');
  }

  /** Removes the integrations of an environment from the cache of this process, after a change. */
  forget(environmentId: Types.ObjectId): void {
    this.active.delete(environmentId);
  }

  /** Returns whether in-app messages can be delivered: with an active in-app integration (behaviour G11). */
  async isInAppActive(environment: InEnvironment): Promise<boolean> {
    return (await this.findActiveInApp(environment)) !== undefined;
  }

  /** Returns the integrations of all environments of the organization, newest first. */
  list({ organizationId }: EnvironmentRef): Promise<Integration[]> {
    return this.integrations.find({ organizationId }).sort(NEWEST_FIRST).lean();
  }

  /** Returns the active integrations of all environments of the organization, newest first. */
  listActive({ organizationId }: EnvironmentRef): Promise<Integration[]> {
    return this.integrations.find({ organizationId, active: true }).sort(NEWEST_FIRST).lean();
  }

  /** Returns an integration of the environment. Throws 404. */
  async findOrFail({ id: environmentId }: InEnvironment, id: Types.ObjectId): Promise<Integration> {
    const integration = await this.integrations.findOne({ _id: id, environmentId }).lean();
    if (!integration) throw integrationNotFound(id);
    return integration;
  }

  /** Returns an integration of the environment by its identifier. Throws 404. */
  async findByIdentifierOrFail(
    { id: environmentId, organizationId }: EnvironmentRef,
    identifier: string,
  ): Promise<Integration> {
    const integration = await this.integrations.findOne({ organizationId, identifier, environmentId }).lean();
    if (!integration) throw integrationNotFound(identifier);
    return integration;
  }

  /** Returns the id of the environment's integration with an identifier, or an empty list. */
  async findIdsOf(
    { id: environmentId, organizationId }: EnvironmentRef,
    identifier: string,
  ): Promise<Types.ObjectId[]> {
    const found = await this.integrations.find({ organizationId, identifier, environmentId }, { _id: 1 }).lean();
    return found.map(({ _id }) => _id);
  }

  /** Returns identifiers by id; integrations that no longer exist are absent. */
  async findIdentifiers(ids: readonly Types.ObjectId[]): Promise<IdMap<string>> {
    if (ids.length === 0) return new IdMap();
    const found = await this.integrations.find({ _id: { $in: ids } }, { identifier: 1 }).lean();
    return new IdMap(found.map(({ _id, identifier }) => [_id, identifier]));
  }

  /**
   * Returns whether one of the integrations of the environment with this id or provider accepts reports (behaviour B4).
   * Throws 404 when there is none.
   */
  async takesReports({ id: environmentId }: EnvironmentRef, idOrProviderId: string): Promise<boolean> {
    const named = { environmentId, providerId: idOrProviderId };
    const _id = parseId(idOrProviderId);
    const found = await this.integrations.find(_id ? { $or: [named, { environmentId, _id }] } : named).lean();
    if (found.length === 0) throw integrationNotFound(idOrProviderId);
    return found.some(
      (one) => formatOf(one) && openConfigurations(this.secretBox, one)?.inboundWebhookEnabled === true,
    );
  }
}

/** Whether a caller may see signing keys of integrations of an environment, which last until they are replaced. */
export function maySeeSecrets(caller: EnvironmentRef, environmentId: Types.ObjectId): boolean {
  const what = 'The signing key of an integration';
  return whyNotIssue(caller, { what, permissions: ['secrets:read'], environmentId, until: undefined }) === undefined;
}

export function integrationNotFound(reference: Types.ObjectId | string): NotFoundException {
  return new NotFoundException(`Integration '${reference.toString()}' was not found`);
}

/**
 * Decides which integrations a key may change or use (behaviour G14): those of all environments of its organization,
 * except other environments that are protected.
 */
@Injectable()
export class IntegrationAccess {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
  ) {}

  /** Returns an integration that the caller may change or use. Throws 404, and 403 for a protected environment. */
  async findOrFail(caller: EnvironmentRef, id: Types.ObjectId): Promise<Integration> {
    const integration = await this.integrations.findOne({ _id: id, organizationId: caller.organizationId }).lean();
    if (!integration) throw integrationNotFound(id);
    await this.assertOpen(caller, integration.environmentId);
    return integration;
  }

  /**
   * Returns the environment that a request names for an integration, `fallback` when it names none. Throws 422 when the
   * organization does not have it, 403 when it is protected.
   */
  async targetOf(caller: EnvironmentRef, named: string | undefined, fallback: Types.ObjectId): Promise<Types.ObjectId> {
    if (named === undefined) return fallback;
    const id = fromHex(named);
    const isKnown = await this.assertOpen(caller, id);
    if (!isKnown) throw ValidationException.of('_environmentId', 'Not an environment of the organization', named);
    return id;
  }

  /** Throws 403 for another environment that is protected. Returns whether the organization has the environment. */
  private async assertOpen(caller: EnvironmentRef, id: Types.ObjectId): Promise<boolean> {
    if (caller.id.equals(id)) {
      noteWritten(id);
      return true;
    }
    const environment = await this.environments.findOne({ _id: id, organizationId: caller.organizationId }).lean();
    if (environment)
      assertMayWrite(caller, environment, 'its integrations are changed, tested and created', 'integrations:write');
    return environment !== null;
  }
}
