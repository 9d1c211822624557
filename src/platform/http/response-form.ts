import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.js';
import { ErrorDto } from '../errors/error.dto.js';
import { isOfficialClient, toOfficialClientFormat } from './official-client.js';
import { factsOf } from './route-facts.js';

/**
 * Gives the results of operations their form: most are sent as `{ data: result }`, and official Novu clients get the values
 * that they accept, also in the resource that is the body of an error. Empty bodies, texts and streams have their form.
 */
export function formResponses(fastify: FastifyInstance, { clientCompat }: Pick<Config, 'clientCompat'>): void {
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    const { requirement, credentials, bare, openProviderIds } = factsOf(request);
    const isOperation = requirement !== undefined || credentials !== undefined;
    if (!isOperation || payload instanceof ErrorDto) return done(null, payload);
    const body = bare || reply.statusCode >= 400 ? payload : { data: payload };
    const isOfficial = clientCompat !== 'off' && isOfficialClient(request.headers['user-agent']);
    return done(null, isOfficial ? toOfficialClientFormat(body, { openProviderIds }) : body);
  });
}
