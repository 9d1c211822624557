import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { RequestLimits } from '../../auth/request-limits.js';
import { unauthorized } from '../../platform/http/admission.js';
import { nameInLog } from '../../platform/logging/request-ids.js';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import { LegacyCredentials } from '../applications/legacy-credentials.service.js';

const CHALLENGE = 'Basic realm="Carillon legacy API", charset="UTF-8"';

const NONE =
  'Send the id and the secret of an application in the header `Authorization: Basic <base64 of id:secret>` (curl: `-u "id:secret"`). API keys are for the main API.';
const WRONG =
  'The secret is shown only when the application is made. `POST /v1/legacy/applications/{id}/rotate` of the main API makes another.';

/** A request that has passed the guard. */
type LegacyRequest = FastifyRequest & { legacyApplication?: LegacyApplication };

/** Authenticates requests by Basic credentials, and sets the application on the request. */
@Injectable()
export class BasicAuthGuard implements CanActivate {
  constructor(
    private readonly credentials: LegacyCredentials,
    private readonly environments: EnvironmentLookup,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.admit(http.getRequest<LegacyRequest>(), http.getResponse<FastifyReply>());
    return true;
  }

  /**
   * Throws 401 unless the request has the credentials of an application, 429 when its environment is above a limit. A request
   * is authenticated only once.
   */
  async admit(request: LegacyRequest, reply: FastifyReply): Promise<void> {
    if (request.legacyApplication) return;
    const given = readBasicCredentials(request.headers.authorization);
    const application = given && (await this.credentials.find(given.id, given.secret));
    if (!application) {
      reply.header('WWW-Authenticate', CHALLENGE);
      throw given ? unauthorized('Unknown application or wrong secret', WRONG) : unauthorized('Unauthorized', NONE);
    }
    request.legacyApplication = application;
    const name = application.environmentId.toHexString();
    nameInLog(request, { environmentId: name });
    const environment = await this.environments.find(application.environmentId);
    await this.limits.count(request, reply, { name, limits: environment?.rateLimits });
  }
}

/** The application of the request's credentials. */
export const CurrentApplication = createParamDecorator(
  (_data: unknown, context: ExecutionContext): LegacyApplication => {
    const { legacyApplication } = context.switchToHttp().getRequest<LegacyRequest>();
    if (!legacyApplication) throw new Error('This route has no guard and no application');
    return legacyApplication;
  },
);

/** The user and password of Basic credentials. */
interface BasicCredentials {
  id: string;
  secret: string;
}

const HEADER = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/**
 * Reads an `Authorization: Basic <base64(id:secret)>` header. Returns undefined for another scheme, base64 that is
 * incomplete or not UTF-8, and when the colon, the id or the secret is missing. A secret may contain colons, an id
 * cannot.
 */
export function readBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = HEADER.exec(authorization ?? '')?.[1];
  const text = encoded === undefined ? undefined : decode(encoded);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1 || colon === text.length - 1) return undefined;
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function decode(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  // Node ignores invalid base64; text that differs from the encoding of its bytes is malformed.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
