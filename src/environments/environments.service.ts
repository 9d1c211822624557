import {
  ConflictException,
  ForbiddenException,
  HttpException,
  HttpStatus,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { notFound } from '../platform/errors/exceptions.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { fromHex, IdMap, parseReference } from '../platform/ids.js';
import { Clock, later } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { InAppIntegrationService } from '../integrations/starter-integrations.service.js';
import { isDuplicateKey } from '../platform/persistence/writes.js';
import { expireKey, hashApiKey, isLive, MAX_API_KEYS, newApiKey, withRoom } from '../auth/api-key.js';
import { Environment, newIdentifier } from '../auth/environment.schema.js';
import { CredentialCaches } from '../auth/credential-caches.service.js';
import {
  type ApiKeyDto,
  type CreateEnvironmentDto,
  type EnvironmentDto,
  toApiKeyDto,
  toEnvironmentDto,
} from './environments.dto.js';
import type { UpdateEnvironmentDto } from './update-environment.dto.js';
import { EnvironmentLookup } from '../auth/environment-lookup.service.js';
import { type EnvironmentRef, mayIn } from '../auth/environment-ref.js';
import { assertMayInOrganization, assertMayWrite, type WrittenEnvironment } from '../auth/may-write.js';
import { assertMayIssue, whyNotIssue } from '../auth/credentials.js';
import { asCredential, inheritance } from './api-keys/grants.js';
import { parentProblem } from './parent-problem.js';

/**
 * The environments of an organization. A key of one may list all of them, and change those that are not protected from
 * it.
 */
@Injectable()
export class EnvironmentsService {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly lookup: EnvironmentLookup,
    private readonly inApp: InAppIntegrationService,
    private readonly secretBox: SecretBox,
    private readonly caches: CredentialCaches,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** All environments of the organization, oldest first; API keys only of the caller's own. */
  async list(caller: EnvironmentRef): Promise<EnvironmentDto[]> {
    const environments = await this.findAll(caller);
    return environments
      .filter((environment) => sees(caller, environment))
      .map((environment) => this.present(caller, environment));
  }

  /** The caller's own environment, with its keys. */
  async current(caller: EnvironmentRef): Promise<EnvironmentDto> {
    return this.present(caller, await this.findOwn(caller));
  }

  /** The keys of the caller's own environment. */
  async currentKeys(caller: EnvironmentRef): Promise<ApiKeyDto[]> {
    return this.openKeys(caller, await this.findOwn(caller));
  }

  /**
   * Replaces `key` with a new key; the old one remains valid for `overlapSeconds`. Returns all keys, the new one first.
   * Throws 409 when it was renewed concurrently, or when there are too many already.
   */
  async renewKey(caller: EnvironmentRef, key: string, overlapSeconds: number): Promise<ApiKeyDto[]> {
    const { id: _id } = caller;
    const hash = hashApiKey(key);
    const now = this.clock.now();
    const until = later(now, overlapSeconds * 1000);
    const stored = (await this.environments.findOne({ _id, 'apiKeys.hash': hash }).lean())?.apiKeys;
    const renewing = stored?.find((one) => one.hash === hash);
    const successor = renewing && newApiKey(this.secretBox, _id, inheritance(renewing, now));
    if (successor) assertMayIssue(caller, asCredential(successor.stored));
    const renewed =
      successor &&
      (await this.environments
        .findOneAndUpdate({ ...withRoom(_id), 'apiKeys.hash': hash }, expireKey(hash, until, now, successor.stored), {
          returnDocument: 'after',
          updatePipeline: true,
        })
        .lean());
    this.caches.withdrawn(_id);
    if (!renewed)
      throw new ConflictException(`The API key was just renewed, or the environment has ${MAX_API_KEYS} keys already`);
    const others = this.openKeys(caller, renewed).filter((other) => other.hash !== successor.stored.hash);
    return [toApiKeyDto(successor.stored, successor.key), ...others.toReversed()];
  }

  /**
   * Creates an environment with a key and an active in-app integration (behaviour G11). It has no outbox: what is meant for
   * people must not end there unnoticed (behaviour OB3). Throws 402 when the organization has the maximum number of environments, 403 for a caller who
   * may not in the organization, 409 for a name that is taken, 422 for a parent that does not exist.
   */
  async create(caller: EnvironmentRef, request: CreateEnvironmentDto): Promise<EnvironmentDto> {
    assertMayInOrganization(caller, 'environments:write');
    const all = await this.findAll(caller);
    if (all.length >= this.config.maxEnvironments) throw tooMany(this.config.maxEnvironments);
    // The key is made for the user who asks.
    const { caller: maker } = caller;
    const userId = maker?.userId;
    if (!userId) throw new UnauthorizedException('API Key not found');
    const { name, color } = request;
    const parentId = readParent(all, undefined, request.parentId);
    const _id = new Types.ObjectId();
    const accountId = maker.kind === 'key' ? maker.accountId : userId;
    const made = newApiKey(this.secretBox, _id, { userId, accountId, reach: 'own', createdAt: this.clock.now() });
    const ref = { id: _id, organizationId: caller.organizationId };
    // First, so that an existing environment is always complete, even after a crash in between.
    await this.inApp.ensure(ref);
    try {
      const created = await this.environments.create({
        _id,
        organizationId: caller.organizationId,
        name,
        identifier: newIdentifier(),
        type: 'prod',
        ...(parentId && { parentId }),
        ...(color !== undefined && { color }),
        apiKeys: [made.stored],
      });
      // The only response that shows the new key to the caller.
      const isShown = whyNotIssue(caller, asCredential(made.stored, _id)) === undefined;
      return toEnvironmentDto(created.toObject(), isShown ? [toApiKeyDto(made.stored, made.key)] : []);
    } catch (error) {
      await this.inApp.withdraw(ref);
      throw isDuplicateKey(error) ? new ConflictException(`Environment '${name}' already exists`) : error;
    }
  }

  /**
   * Changes the given fields. Throws 404, 403 for another, protected environment, 409 for a name or an identifier that
   * is taken, 403 for limits that a key sets, 422 for an invalid parent.
   */
  async update(caller: EnvironmentRef, reference: string, changes: UpdateEnvironmentDto): Promise<EnvironmentDto> {
    const environment = await this.findOrFail(caller, reference);
    assertMayWrite(caller, environment, 'it is changed, and its protection switched off,', 'environments:write');
    if (changes.rateLimits) assertMayLimit(caller);
    const { _id } = environment;
    const { parentId: named, ...fields } = changes;
    const ofContent = changes.contentRetentionDays !== undefined;
    const parentId = named === undefined ? undefined : readParent(await this.findAll(caller), _id, named);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const $set = {
      ...given,
      ...(parentId && { parentId }),
      ...(ofContent && { contentRetentionChangedAt: this.clock.now() }),
      ...(changes.retention && { retentionChangedAt: this.clock.now() }),
    };
    try {
      const updated = await this.environments
        .findOneAndUpdate({ _id, organizationId: caller.organizationId }, { $set }, { returnDocument: 'after' })
        .lean();
      if (!updated) throw notFound('Environment', reference);
      return this.present(caller, updated);
    } catch (error) {
      throw isDuplicateKey(error) ? await this.conflict(caller, _id, changes) : error;
    } finally {
      // Other processes, too, should keep no more than this, and admit and send no more.
      if (ofContent || changes.retention || changes.rateLimits || changes.messageCaps) this.caches.withdrawn(_id);
      else this.lookup.forget(_id);
    }
  }

  /** By internal id, slug or identifier; throws 404 when the organization has no such environment. */
  async findOrFail(caller: EnvironmentRef, reference: string): Promise<Environment> {
    const { organizationId } = caller;
    const parsed = parseReference(reference);
    const filter: QueryFilter<Environment> =
      'id' in parsed ? { $or: [{ _id: parsed.id }, { identifier: reference }] } : { identifier: reference };
    const environment = await this.environments.findOne({ ...filter, organizationId }).lean();
    if (!environment || !sees(caller, environment)) throw notFound('Environment', reference);
    return environment;
  }

  /** The development environment, from which the organization publishes to others: its oldest of that type. */
  async findDevelopment({ organizationId }: EnvironmentRef): Promise<Environment> {
    const environment = await this.environments.findOne({ organizationId, type: 'dev' }).sort({ _id: 1 }).lean();
    if (!environment) throw notFound('Environment', 'Development');
    return environment;
  }

  /** By the public identifier that inbox widgets send; undefined when there is none. */
  async findByIdentifier(identifier: string): Promise<Environment | undefined> {
    return (await this.environments.findOne({ identifier }).lean()) ?? undefined;
  }

  /** By internal id, in any organization; undefined when there is none. */
  async findById(id: Types.ObjectId): Promise<Environment | undefined> {
    return (await this.environments.findById(id).lean()) ?? undefined;
  }

  /** The decrypted API keys of an environment, to verify what was signed with one of them. */
  readableKeys(environment: Environment): string[] {
    const now = this.clock.now();
    return environment.apiKeys.flatMap((key) =>
      key.sealedKey !== undefined && isLive(key, now) ? [this.secretBox.open(key.sealedKey, environment._id)] : [],
    );
  }

  /** All environments of the organization, by id in hexadecimal. */
  async mapById({ organizationId }: EnvironmentRef): Promise<IdMap<WrittenEnvironment>> {
    const found = await this.environments.find({ organizationId }, { name: 1, protected: 1 }).lean();
    return IdMap.of(found);
  }

  private findAll({ organizationId }: EnvironmentRef): Promise<Environment[]> {
    return this.environments.find({ organizationId }).sort({ _id: 1 }).lean();
  }

  /** When the environment was deleted after the key was checked, the key is treated as unknown. */
  private async findOwn({ id }: EnvironmentRef): Promise<Environment> {
    const environment = await this.environments.findById(id).lean();
    if (!environment) throw new UnauthorizedException('API Key not found');
    return environment;
  }

  private present(caller: EnvironmentRef, environment: Environment): EnvironmentDto {
    const shown = environment._id.equals(caller.id) && mayIn(caller, 'secrets:read');
    return toEnvironmentDto(environment, shown ? this.openKeys(caller, environment) : []);
  }

  /** The full keys without a name, for a key that may do as much as they (KP2). People see keys when they make them. */
  private openKeys(ref: EnvironmentRef, { _id, apiKeys }: Environment): ApiKeyDto[] {
    if (ref.caller?.kind !== 'key') return [];
    const now = this.clock.now();
    return apiKeys
      .filter((key) => isLive(key, now) && key.name === undefined)
      .filter((key) => whyNotIssue(ref, asCredential(key)) === undefined)
      .flatMap((key) =>
        key.sealedKey === undefined ? [] : [toApiKeyDto(key, this.secretBox.open(key.sealedKey, _id))],
      );
  }

  /** Determines which of the two unique fields is taken; only the message depends on it. */
  private async conflict(
    { organizationId }: EnvironmentRef,
    _id: Types.ObjectId,
    { name, identifier }: UpdateEnvironmentDto,
  ): Promise<ConflictException> {
    const sameName =
      name !== undefined && (await this.environments.exists({ organizationId, name, _id: { $ne: _id } }));
    return sameName || identifier === undefined
      ? new ConflictException(`Environment '${name}' already exists`)
      : new ConflictException(`Identifier '${identifier}' belongs to another environment`);
  }
}

/** The parent that a request names, if any. Throws 422 for one that cannot be the parent. */
function readParent(
  all: readonly Environment[],
  own: Types.ObjectId | undefined,
  named: string | undefined,
): Types.ObjectId | undefined {
  if (named === undefined) return undefined;
  const parentId = fromHex(named);
  const problem = parentProblem(all, own, parentId);
  if (problem !== undefined) throw ValidationException.of('parentId', `parentId ${problem}`, named);
  return parentId;
}

/** Otherwise the application that sends too much could admit itself more. */
function assertMayLimit({ caller }: EnvironmentRef): void {
  if (caller?.kind !== 'key') return;
  throw new ForbiddenException({
    message: 'API keys do not set the limits of requests',
    error: 'Forbidden',
    hint: 'A person with the role owner or admin sets them, in the console or with the session of `POST /v1/session`. The limits of all environments are the settings RATE_LIMIT_TRIGGERS and RATE_LIMIT_REQUESTS.',
  });
}

/** A person sees the environments in which they have a role, a key those that it reaches. */
function sees({ caller }: EnvironmentRef, { _id }: Environment): boolean {
  return caller?.reaches(_id) ?? true;
}

function tooMany(max: number): HttpException {
  const statusCode = HttpStatus.PAYMENT_REQUIRED;
  const message = `An organization has at most ${max} environments`;
  return new HttpException({ statusCode, message, error: 'Payment Required' }, statusCode);
}
