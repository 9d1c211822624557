import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectModel } from '@nestjs/mongoose';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { otherScheme, unauthorized } from '../platform/http/admission.js';
import { type Credentials, RouteFact } from '../platform/http/route-facts.js';
import { addToLogContext } from '../platform/logging/log-context.js';
import { hashApiKey, isLive } from './api-key.js';
import { CredentialCaches } from './credential-caches.service.js';
import type { AuthenticatedRequest, EnvironmentRef } from './environment-ref.js';
import { Environment } from './environment.schema.js';

export const PUBLIC = 'carillon:public';

/** The OpenAPI builder reads this mark and removes it. */
export const PUBLIC_EXTENSION = 'x-public';

/** The route needs no API key, but may need other credentials. Where it needs none, bodies are small. */
export function Public(credentials: Exclude<Credentials, 'key'> = 'none'): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(PUBLIC, true), ApiExtension(PUBLIC_EXTENSION, true), RouteFact({ credentials }));
}

const MAX_CACHED_KEYS = 1000;

/** An environment, and until when the key is valid for it. */
interface KnownKey {
  environment: EnvironmentRef;
  expiresAt?: Date;
}

/**
 * Admits a request by its `Authorization: ApiKey <key>` header and stores the environment of the key on the request. A
 * request with a body is admitted before the body is read, others in the guard itself. Keys are cached for
 * `API_KEY_CACHE_SECONDS`.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly known: ExpiringCache<KnownKey>;

  constructor(
    private readonly reflector: Reflector,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    config: Config,
    private readonly clock: Clock,
    caches: CredentialCaches,
  ) {
    this.known = new ExpiringCache(clock, config.apiKeyCacheSeconds, MAX_CACHED_KEYS);
    caches.add(() => this.known.clear());
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    await this.admit(context.switchToHttp().getRequest<AuthenticatedRequest>());
    return true;
  }

  /**
   * Throws 401 unless the request has the key of an environment. A request that was admitted before is not checked
   * again.
   */
  async admit(request: AuthenticatedRequest): Promise<void> {
    if (request.environment) return;
    const key = readApiKey(request);
    if (key === undefined) throw unauthorized('Unauthorized', missingKeyHint(request.headers.authorization));
    const environment = await this.findEnvironment(key);
    if (!environment) throw unauthorized('API Key not found', unknownKeyHint(key));
    request.environment = environment;
    addToLogContext({ environmentId: environment.id.toHexString() });
  }

  /** The environment of a key; undefined when no environment has it, or it has expired. */
  async findEnvironment(key: string): Promise<EnvironmentRef | undefined> {
    const hash = hashApiKey(key);
    const found = await this.known.getOrLoad(hash, () => this.load(hash));
    return found && isLive(found, this.clock.now()) ? found.environment : undefined;
  }

  private async load(hash: string): Promise<KnownKey | undefined> {
    const found = await this.environments
      .findOne({ 'apiKeys.hash': hash }, { organizationId: 1, apiKeys: { $elemMatch: { hash } } })
      .lean();
    if (!found) return undefined;
    const environment = { id: found._id, organizationId: found.organizationId };
    return { environment, expiresAt: found.apiKeys[0]?.expiresAt };
  }
}

/** The API key of a request, if any. */
export function readApiKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^ApiKey\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

const FORM = '`Authorization: ApiKey <key>`';
const WHERE =
  'The first start prints a key of each environment; on the server, `npm run keys -- list --show` prints them again.';

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
