import { ConflictException, ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { addKey, isLive, keyIdOf, MAX_API_KEYS, newApiKey, withRoom } from '../../auth/api-key.js';
import type { Caller } from '../../auth/caller.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { assertMayIssue, type IssuedCredential, whyNotIssue } from '../../auth/credentials.js';
import { type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import { type ApiKey, Environment, type KeyReach } from '../../auth/environment.schema.js';
import type { Permission } from '../../auth/permissions.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { CreateApiKeyDto, UpdateApiKeyDto } from './api-keys.dto.js';
import { permissionsOf, permissionsOfKey, reachOf, storedPermissions } from './grants.js';

/** A key that was just made, with the key itself. */
interface MadeKey {
  key: string;
  stored: ApiKey;
}

/**
 * The API keys of an environment. None of them gets more than its maker may do, reaches further, or lasts longer than the
 * key that makes it (KP2). Changes apply in all processes as soon as they hear of them.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly secretBox: SecretBox,
    private readonly caches: CredentialCaches,
    private readonly clock: Clock,
  ) {}

  /** All keys of the environment that have not ended, oldest first. */
  async list({ id: _id }: EnvironmentRef): Promise<ApiKey[]> {
    // When the environment was deleted after the request was admitted, its key is unknown by now.
    const environment = await this.environments.findOne({ _id }, { apiKeys: 1 }).lean();
    if (!environment) throw new UnauthorizedException('API Key not found');
    const now = this.clock.now();
    return environment.apiKeys.filter((key) => isLive(key, now));
  }

  /** Throws 403 for more than the caller may, 409 when there are too many keys, 422 for an end in the past. */
  async create(ref: EnvironmentRef, request: CreateApiKeyDto): Promise<MadeKey> {
    const { id: _id, caller } = ref;
    if (!caller || caller.kind === 'guest') throw new UnauthorizedException('API Key not found');
    const expiresAt = this.readEnd(request.expiresAt);
    const reach = request.reach ?? 'own';
    assertMayIssue(ref, keyWith(permissionsOf(request.permissions), reach, expiresAt));
    const now = this.clock.now();
    const made = newApiKey(this.secretBox, _id, {
      userId: caller.userId,
      name: request.name,
      permissions: storedPermissions(request.permissions),
      reach,
      accountId: answersFor(caller),
      expiresAt,
      createdAt: now,
    });
    if (
      !(await this.add(ref, made.stored)) &&
      !((await this.removeEnded(ref, now)) && (await this.add(ref, made.stored)))
    )
      throw new ConflictException(`The environment has ${MAX_API_KEYS} keys already; delete one first`);
    return made;
  }

  /**
   * Changes the given fields. A person who changes a key, and might make it, answers for it from then on. Throws 403 for a key that may do more
   * than the caller, and where it would; 404; 409 for a key with fewer permissions that is to become full; 422 for an end in
   * the past.
   */
  async update(ref: EnvironmentRef, id: string, request: UpdateApiKeyDto): Promise<ApiKey> {
    const found = await this.findOrFail(ref, id);
    assertMayChange(ref, found);
    const $set: Record<string, unknown> = {};
    const $unset: Record<string, ''> = {};
    if (request.name !== undefined) $set['apiKeys.$.name'] = request.name;
    const end = request.expiresAt === undefined ? found.expiresAt : this.readEnd(request.expiresAt);
    const reach = request.reach ?? reachOf(found);
    const permissions = request.permissions ? permissionsOf(request.permissions) : permissionsOfKey(found);
    const changed = keyWith(permissions, reach, end);
    const grantsAll = request.permissions !== undefined && storedPermissions(request.permissions) === undefined;
    if (isMore(changed, found)) {
      assertMayIssue(ref, { ...changed, reach: 'own' });
      if (grantsAll && found.sealedKey === undefined) throw cannotBecomeFull();
      assertMayIssue(ref, changed);
    }
    if (request.expiresAt !== undefined) {
      if (end) $set['apiKeys.$.expiresAt'] = end;
      else $unset['apiKeys.$.expiresAt'] = '';
    }
    if (request.reach !== undefined) $set['apiKeys.$.reach'] = reach;
    if (request.permissions !== undefined) {
      if (grantsAll) $unset['apiKeys.$.permissions'] = '';
      else {
        $set['apiKeys.$.permissions'] = storedPermissions(request.permissions);
        // It proves nothing from now on (KP3).
        $unset['apiKeys.$.sealedKey'] = '';
      }
    }
    const { hash } = found;
    if (Object.keys($set).length + Object.keys($unset).length === 0) return found;
    if (ref.caller?.kind === 'person' && whyNotIssue(ref, changed) === undefined)
      $set['apiKeys.$.accountId'] = ref.caller.userId;
    const which = { hash, ...(grantsAll && { sealedKey: { $exists: true } }) };
    const updated = await this.environments
      .findOneAndUpdate(
        { _id: ref.id, organizationId: ref.organizationId, apiKeys: { $elemMatch: which } },
        { ...(Object.keys($set).length > 0 && { $set }), ...(Object.keys($unset).length > 0 && { $unset }) },
        { returnDocument: 'after' },
      )
      .lean();
    this.caches.withdrawn(ref.id);
    const key = updated?.apiKeys.find((one) => one.hash === hash);
    if (!key) throw notFound('API key', id);
    return key;
  }

  /** Revokes a key. Throws 403 for one that may do more than the caller, and 404. */
  async delete(ref: EnvironmentRef, id: string): Promise<void> {
    const found = await this.findOrFail(ref, id);
    assertMayChange(ref, found);
    const { hash } = found;
    const { id: _id, organizationId } = ref;
    const { modifiedCount } = await this.environments.updateOne(
      { _id, organizationId, 'apiKeys.hash': hash },
      { $pull: { apiKeys: { hash } } },
    );
    this.caches.withdrawn(_id);
    if (modifiedCount === 0) throw notFound('API key', id);
  }

  private async findOrFail(ref: EnvironmentRef, id: string): Promise<ApiKey> {
    const found = (await this.list(ref)).find((key) => keyIdOf(key) === id.toLowerCase());
    if (!found) throw notFound('API key', id);
    return found;
  }

  private async add({ id, organizationId }: EnvironmentRef, key: ApiKey): Promise<boolean> {
    return (await this.environments.updateOne({ ...withRoom(id), organizationId }, addKey(key))).matchedCount === 1;
  }

  private async removeEnded({ id: _id, organizationId }: EnvironmentRef, now: Date): Promise<boolean> {
    const ended = { apiKeys: { expiresAt: { $lte: now } } };
    return (await this.environments.updateOne({ _id, organizationId }, { $pull: ended })).modifiedCount === 1;
  }

  private readEnd(given: string | null | undefined): Date | undefined {
    if (given === undefined || given === null) return undefined;
    const end = new Date(given);
    if (end > this.clock.now()) return end;
    throw ValidationException.of('expiresAt', 'expiresAt must be a time in the future', given);
  }
}

/** What a key is, for the check of who may make it. */
function keyWith(permissions: readonly Permission[], reach: KeyReach, until: Date | undefined): IssuedCredential {
  return { what: 'A key', permissions, reach, until };
}

/** The person who answers for a key that the caller makes. */
function answersFor(caller: Caller): Types.ObjectId | undefined {
  return caller.kind === 'person' ? caller.userId : caller.accountId;
}

/** Throws 403 for a key that may do what the caller may not: changing it would be the work of someone who may. */
function assertMayChange(ref: EnvironmentRef, key: ApiKey): void {
  const missing = permissionsOfKey(key).filter((permission) => !mayIn(ref, permission));
  if (missing.length === 0) return;
  throw new ForbiddenException({
    message: `This key may do more than you, and is not yours to change: ${missing.join(', ')}`,
    error: 'Forbidden',
    hint: 'A key with at least its permissions can change it, an owner or admin of the environment, and `carillon keys` on the server.',
  });
}

/** Whether a credential is more than the key that it replaces, in permissions, reach or time. */
function isMore({ permissions, reach, until }: IssuedCredential, before: ApiKey): boolean {
  const former = permissionsOfKey(before);
  if (permissions.some((one) => !former.includes(one)) || (reach === 'organization' && reachOf(before) === 'own'))
    return true;
  return before.expiresAt !== undefined && (until === undefined || until > before.expiresAt);
}

function cannotBecomeFull(): ConflictException {
  return new ConflictException({
    message: 'This key was not kept, only its hash: it cannot become full',
    error: 'Conflict',
    hint: 'Make another with `POST /v1/api-keys` and `"permissions": "full"`, and delete this one once the other is in use.',
  });
}
