import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { RouteFacts } from '../route-facts.js';

/** For routes that anybody may call, with a small body of any content type. */
const FACTS: RouteFacts & FastifyContextConfig = { credentials: 'none', takesAnyBody: true };

/**
 * Adds routes whose bodies may be of any content type, and are handed over as text: of forms, of forms with parts, and none
 * at all. `add` gets the server for them, and what their options must have as `config`. They need no credentials.
 */
export function takesAnyBody(
  fastify: FastifyInstance,
  add: (fastify: FastifyInstance, config: typeof FACTS) => void,
): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Fastify refuses a type that is none before it looks for a parser.
    scope.addHook('onRequest', ({ headers }, _reply, next) => {
      if (headers['content-type'] !== undefined) headers['content-type'] = 'text/plain';
      next();
    });
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    add(scope, FACTS);
    done();
  });
}
