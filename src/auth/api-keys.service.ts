import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { otherScheme } from '../platform/http/admission.js';
import { hashApiKey, isLive, keyIdOf } from './api-key.js';
import { KeyCaller } from './caller.js';
import { CredentialCaches } from './credential-caches.service.js';
import type { EnvironmentRef } from './environment-ref.js';
import { type ApiKey, Environment } from './environment.schema.js';
import type { AccountRoles } from './account-roles.js';
import { KeyUses } from './key-uses.service.js';
import { Account } from './people/account.schema.js';

const MAX_CACHED_KEYS = 1000;

/** An environment as the holder of a key sees it, until when the key is valid for it, and when it was last used. */
interface KnownKey {
  environment: EnvironmentRef;
  expiresAt?: Date;
  lastUsedAt?: Date;
}

/** Looks up API keys. They are cached for `API_KEY_CACHE_SECONDS`, and withdrawn ones are dropped by a notice. */
@Injectable()
export class ApiKeys {
  private readonly known: ExpiringCache<KnownKey>;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    config: Config,
    private readonly clock: Clock,
    private readonly uses: KeyUses,
    caches: CredentialCaches,
  ) {
    this.known = new ExpiringCache(clock, config.apiKeyCacheSeconds, MAX_CACHED_KEYS);
    caches.add(() => this.known.clear());
  }

  /** The environment of a key; undefined when no environment has it, or it has expired. */
  async findEnvironment(key: string): Promise<EnvironmentRef | undefined> {
    const hash = hashApiKey(key);
    const found = await this.known.getOrLoad(hash, () => this.load(hash));
    if (!found || !isLive(found, this.clock.now())) return undefined;
    this.uses.note(found.environment.id, hash, found.lastUsedAt);
    return found.environment;
  }

  private async load(hash: string): Promise<KnownKey | undefined> {
    const found = await this.environments
      .findOne({ 'apiKeys.hash': hash }, { organizationId: 1, rateLimits: 1, apiKeys: { $elemMatch: { hash } } })
      .lean();
    const [key] = found?.apiKeys ?? [];
    if (!found || !key) return undefined;
    const { _id: id, organizationId, rateLimits } = found;
    const { expiresAt, lastUsedAt } = key;
    const caller = new KeyCaller(keyIdOf(key), key, id, organizationId, await this.makerOf(key));
    const environment = { id, organizationId, caller, ...(rateLimits && { rateLimits }) };
    return { environment, expiresAt, lastUsedAt };
  }

  /** The present roles of the person who answers for a key: none once the person has left. */
  private async makerOf({ accountId }: ApiKey): Promise<AccountRoles | undefined> {
    if (!accountId) return undefined;
    const account = await this.accounts.findOne({ _id: accountId }, { role: 1, environmentRoles: 1 }).lean();
    return account ?? { role: 'none', environmentRoles: [] };
  }
}

/** The API key of a request, if any. */
export function readApiKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^ApiKey\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

const FORM = '`Authorization: ApiKey <key>`';
const WHERE =
  'The first start prints a key of each environment; on the server, `carillon keys list --show` prints them again.';

/** A hint about an `Authorization` header without an API key. It never repeats text that may be a key. */
export function missingKeyHint(authorization: string | undefined): string {
  const given = authorization?.trim() ?? '';
  if (given === '') return `Send an API key in the header ${FORM}. ${WHERE}`;
  if (/^ApiKey$/i.test(given))
    return `The header has no key behind ApiKey; perhaps the variable with the key is empty. Its form is ${FORM}. ${WHERE}`;
  const scheme = otherScheme(given);
  if (scheme === undefined)
    return `The header does not begin with ApiKey. Its form is ${FORM}, with a space between the two.`;
  if (/^ApiKey$/i.test(scheme)) return `A key has no spaces in it. The form of the header is ${FORM}.`;
  return `The header says ${scheme}, but this part of the API takes an API key: ${FORM}. ${WHERE}`;
}

/** A hint about a key that belongs to no environment. */
export function unknownKeyHint(key: string): string {
  if (/^[$<{%]|^…|^\.\.\.$/.test(key))
    return 'The key that was sent is a placeholder. In a shell, variables are put in between double quotes, not single ones.';
  return `No environment of this installation has this key. It may be that of another installation, or have been replaced, or its environment deleted. ${WHERE}`;
}
