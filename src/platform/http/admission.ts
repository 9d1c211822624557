import { HttpException, HttpStatus, NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bringsBody, inviteBody } from './bodies/unread-bodies.js';

/** Lets a request in by what it carries, and notes whose it is; throws 401 otherwise. Undefined where all are let in. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;

/**
 * Looks at credentials before a body is read, so that nobody without them makes this process read and parse megabytes.
 * Requests without a body are left to the guards, which use what was found here. It runs behind all hooks of `onRequest`,
 * so that browsers may read the refusal.
 */
export function admitBeforeBodies(fastify: FastifyInstance, admit: Admit): void {
  fastify.addHook('preParsing', async (request, reply, payload) => {
    if (bringsBody(request.raw)) await admitWithBody(request, reply, admit);
    return payload;
  });
}

async function admitWithBody(request: FastifyRequest, reply: FastifyReply, admit: Admit): Promise<void> {
  if (request.is404) throw new NotFoundException(`Cannot ${request.method} ${request.url}`);
  await admit(request, reply);
  // Its sender was quicker to leave than the look-up. Who begins to read now is told nothing, and would wait for ever.
  if (request.raw.readableAborted) throw new Error('aborted');
  const encoding = request.headers['content-encoding'] ?? 'identity';
  // Nothing is unpacked here, so that a small body cannot become a large one.
  if (encoding.toLowerCase() !== 'identity') {
    const message = `A body in the encoding ${encoding.slice(0, 100)} is not read. Send it without Content-Encoding.`;
    throw new HttpException(message, HttpStatus.UNSUPPORTED_MEDIA_TYPE);
  }
  inviteBody(request, reply);
}
