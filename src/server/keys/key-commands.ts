import type { Connection, Model, Types } from 'mongoose';
import { AuditEntry, AuditEntrySchema, type AuditKind } from '../../audit/audit-entry.schema.js';
import { AuditTrail, systemActor } from '../../audit/audit-trail.service.js';
import { parseReference } from '../../platform/ids.js';
import type { SecretBox } from '../../platform/crypto/secret-box.js';
import {
  addKey,
  expireKey,
  hashApiKey,
  isLive,
  keyIdOf,
  MAX_API_KEYS,
  newApiKey,
  withRoom,
} from '../../auth/api-key.js';
import { type ApiKey, Environment, EnvironmentSchema } from '../../auth/environment.schema.js';
import { WITHDRAWN_CREDENTIALS } from '../../auth/credential-caches.service.js';
import { type Grant, permissionsOfKey, presetOf, storedPermissions } from '../../environments/api-keys/grants.js';
import type { PubSub } from '../../platform/queue/pub-sub.js';
import { CommandError } from '../../platform/command-line/errors.js';
import { Clock } from '../../platform/clock.js';

/** Characters of a key's hash that are its ID. */
const ID_LENGTH = 12;
/** Characters of a masked key that are shown at either end. */
const SHOWN = 4;

/**
 * Manages the API keys of all environments from the command line of the server. Running processes are notified over
 * `pubSub`; without it they notice a revoked key when their caches expire.
 */
export class KeyCommands {
  private readonly environments: Model<Environment>;
  private readonly trail: AuditTrail;

  constructor(
    private readonly connection: Connection,
    private readonly box: SecretBox,
    private readonly say: (line: string) => void,
    private readonly pubSub?: PubSub,
  ) {
    this.environments = connection.model<Environment>(Environment.name, EnvironmentSchema);
    const entries = connection.model<AuditEntry>(AuditEntry.name, AuditEntrySchema);
    this.trail = new AuditTrail(entries, new Clock());
  }

  async list(reference: string | undefined, show: boolean): Promise<void> {
    const environments = reference === undefined ? await this.findAll() : [await this.find(reference)];
    const now = new Date();
    for (const environment of environments) {
      this.say(`${environment.name} (${environment._id})`);
      const live = environment.apiKeys.filter((key) => isLive(key, now));
      if (live.length === 0) this.say(`  no keys; make one with: create --env ${environment._id}`);
      if (show) await this.record(environment, 'Keys_list', live, 'secret');
      for (const key of live) this.say(`  ${this.describe(environment, key, show)}`);
    }
  }

  async show(reference: string): Promise<void> {
    const environment = await this.find(reference);
    const { _id, name, apiKeys } = environment;
    const key = apiKeys.find(
      (one) => one.expiresAt === undefined && one.name === undefined && one.sealedKey !== undefined,
    );
    if (key?.sealedKey === undefined)
      throw new CommandError(`Environment '${name}' has no key that lasts; create makes one`);
    await this.record(environment, 'Keys_show', [key], 'secret');
    this.say(this.box.open(key.sealedKey, _id));
  }

  async create(reference: string, name?: string, grant: Grant = 'full'): Promise<void> {
    const { _id, name: environmentName, ...environment } = await this.find(reference);
    const userId = environment.apiKeys[0]?.userId ?? (await this.findUser(environment.organizationId));
    const permissions = storedPermissions(grant);
    const { key, stored } = newApiKey(this.box, _id, { userId, name, permissions, createdAt: new Date() });
    if ((await this.environments.updateOne(withRoom(_id), addKey(stored))).matchedCount === 0)
      throw new CommandError(`Environment '${environmentName}' has ${MAX_API_KEYS} keys already; revoke one first`);
    await this.record({ _id, organizationId: environment.organizationId }, 'Keys_create', [stored]);
    this.say(key);
  }

  async revoke(keyOrId: string, overlapSeconds: number): Promise<void> {
    const now = new Date();
    const matching = (await this.findAll()).flatMap((environment) =>
      environment.apiKeys
        .filter((key) => isLive(key, now) && isNamed(key, keyOrId))
        .map(({ hash }) => ({ environment, hash })),
    );
    const [found, ...others] = matching;
    if (!found) throw new CommandError(`No key has the ID '${keyOrId}'; list shows them`);
    if (others.length > 0) throw new CommandError(`Several keys begin with the ID '${keyOrId}'; give more of it`);
    const { environment, hash } = found;
    const until = new Date(now.getTime() + overlapSeconds * 1000);
    await this.environments.updateOne({ _id: environment._id }, expireKey(hash, until, now), { updatePipeline: true });
    this.pubSub?.publish(WITHDRAWN_CREDENTIALS, { ownerId: environment._id.toHexString() });
    await this.record(environment, 'Keys_revoke', [{ hash }]);
    const when = overlapSeconds === 0 ? 'is revoked' : `works until ${until.toISOString()}`;
    this.say(`The key ${hash.slice(0, ID_LENGTH)} of ${environment.name} ${when}`);
  }

  private record(
    { _id, organizationId }: Pick<Environment, '_id' | 'organizationId'>,
    operation: string,
    keys: readonly Pick<ApiKey, 'hash'>[],
    kind: AuditKind = 'change',
  ): Promise<void> {
    return this.trail.record({
      organizationId,
      environmentId: _id,
      kind,
      actor: systemActor('command line'),
      operation,
      resource: 'api-keys',
      resourceIds: keys.map(keyIdOf),
    });
  }

  private describe({ _id }: Environment, stored: ApiKey, show: boolean): string {
    const { hash, expiresAt, lastUsedAt } = stored;
    const permissions = permissionsOfKey(stored);
    return [
      hash.slice(0, ID_LENGTH),
      this.nameOf(_id, stored, show),
      presetOf(permissions) ?? permissions.join(','),
      lastUsedAt ? `used ${lastUsedAt.toISOString()}` : 'not used yet',
      ...(expiresAt ? [`until ${expiresAt.toISOString()}`] : []),
    ].join('  ');
  }

  /** A key with a name is never shown, and of others only what was kept. */
  private nameOf(environmentId: Types.ObjectId, { sealedKey, name }: ApiKey, show: boolean): string {
    if (name !== undefined) return JSON.stringify(name);
    if (sealedKey === undefined) return '(no name)';
    const key = this.box.open(sealedKey, environmentId);
    return show ? key : `${key.slice(0, SHOWN)}…${key.slice(-SHOWN)}`;
  }

  private findAll(): Promise<Environment[]> {
    return this.environments.find().sort({ _id: 1 }).lean();
  }

  private async find(reference: string): Promise<Environment> {
    const parsed = parseReference(reference);
    const found = (await this.findAll()).filter(
      ({ _id, name, identifier }) =>
        name === reference || identifier === reference || ('id' in parsed && _id.equals(parsed.id)),
    );
    if (found.length === 1) return found[0]!;
    const names = (await this.findAll()).map(({ name }) => name).join(', ');
    throw new CommandError(`There is no environment '${reference}', but: ${names || 'none at all'}`);
  }

  private async findUser(organizationId: Types.ObjectId): Promise<Types.ObjectId> {
    const user = await this.connection.collection<{ _id: Types.ObjectId }>('users').findOne({ organizationId });
    if (!user) throw new CommandError('The data have no user a key could be made for');
    return user._id;
  }
}

function isNamed({ hash }: ApiKey, keyOrId: string): boolean {
  return hash === hashApiKey(keyOrId) || (keyOrId.length >= 8 && hash.startsWith(keyOrId.toLowerCase()));
}
