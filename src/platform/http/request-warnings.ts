import { ApiPropertyOptional } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { isObject } from '../values/is-object.js';

/** What the result of a request with a body may also have. */
export class WarningsDto {
  @ApiPropertyOptional({
    type: [String],
    description:
      'Sentences about members of the request that were ignored, or that had another effect than they say. Absent when there are none.',
    example: ["nmae was ignored: the fields here are name, tags. Did you mean 'name'?"],
  })
  warnings?: string[];
}

/** Sentences about requests that were understood, by their body. */
const warnings = new WeakMap<object, readonly string[]>();

/** The response to the request with this body has these sentences in its `warnings`. */
export function warnAbout(body: object, sentences: readonly string[]): void {
  if (sentences.length > 0) warnings.set(body, [...(warnings.get(body) ?? []), ...sentences]);
}

/** Adds `warnings` to the results of requests that have some: those of the result itself come last (behaviour WR1). */
export function sendWarnings(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', ({ body }, { statusCode }, result: unknown, done) => {
    const found = isObject(body) ? warnings.get(body) : undefined;
    if (found === undefined || !isObject(result) || statusCode >= 400) return done(null, result);
    const own = Array.isArray(result.warnings) ? (result.warnings as unknown[]) : [];
    return done(null, { ...result, warnings: [...found, ...own] });
  });
}
