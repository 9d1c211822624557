import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '../../platform/http/authorization.js';
import { addToLogContext } from '../../platform/logging/log-context.js';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import { LegacyCredentials } from '../applications/legacy-credentials.service.js';
import { readBasicCredentials } from './basic-credentials.js';

const CHALLENGE = 'Basic realm="Carillon legacy API", charset="UTF-8"';

const NONE =
  'Send the id and the secret of an application in the header `Authorization: Basic <base64 of id:secret>` (curl: `-u "id:secret"`). API keys are for the main API.';
const WRONG =
  'The secret is shown only when the application is made. `POST /v1/legacy/applications/{id}/rotate` of the main API makes another.';

/** A request that has passed the guard. */
export type LegacyRequest = FastifyRequest & { legacyApplication?: LegacyApplication };

/** Lets a request in by its Basic credentials and notes whose they are. */
@Injectable()
export class BasicAuthGuard implements CanActivate {
  constructor(private readonly credentials: LegacyCredentials) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.admit(http.getRequest<LegacyRequest>(), http.getResponse<FastifyReply>());
    return true;
  }

  /** Throws 401 unless the request has the credentials of an application. Who was let in before is looked at no more. */
  async admit(request: LegacyRequest, reply: FastifyReply): Promise<void> {
    if (request.legacyApplication) return;
    const given = readBasicCredentials(request.headers.authorization);
    const application = given && (await this.credentials.find(given.id, given.secret));
    if (!application) {
      reply.header('WWW-Authenticate', CHALLENGE);
      throw given ? unauthorized('Unknown application or wrong secret', WRONG) : unauthorized('Unauthorized', NONE);
    }
    request.legacyApplication = application;
    addToLogContext({ environmentId: application.environmentId.toHexString() });
  }
}
