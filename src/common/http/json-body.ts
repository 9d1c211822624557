import { BadRequestException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * The JSON parser of the API. An empty body with a JSON content type counts as no body, because clients send that
 * with DELETE; malformed JSON is 400; `__proto__` keys are refused by Fastify's own secure parser.
 */
export function acceptJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') {
      done(null, undefined);
      return;
    }
    void parse(request, body, (error, value) => {
      if (error) done(new BadRequestException(`Malformed JSON: ${error.message}`));
      else done(null, value);
    });
  });
}
