import {
  BadRequestException,
  HttpException,
  HttpStatus,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody, sendContinue } from './bodies/unread-bodies.js';

/** Authenticates a request and stores the result on it; throws 401 otherwise. Undefined where no credentials are needed. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;

/**
 * Checks credentials before a body is read, so that unauthenticated clients cannot make this process read and parse
 * megabytes. Requests without a body are left to the guards, which reuse the result of this check. It runs after all
 * `onRequest` hooks, so that the response to a refused request has CORS headers.
 */
export function admitBeforeBodies(fastify: FastifyInstance, admit: Admit): void {
  fastify.addHook('preParsing', async (request, reply, payload) => {
    if (hasBody(request.raw)) await admitWithBody(request, reply, admit);
    return payload;
  });
}

async function admitWithBody(request: FastifyRequest, reply: FastifyReply, admit: Admit): Promise<void> {
  if (request.is404) throw new NotFoundException(`Cannot ${request.method} ${request.url}`);
  await admit(request, reply);
  // The client disconnected during the check. A reader that starts now would get no event, and wait forever.
  if (request.raw.readableAborted) throw new Error('aborted');
  const encoding = request.headers['content-encoding'] ?? 'identity';
  // Compressed bodies are not accepted, so that a small body cannot become a large one.
  if (encoding.toLowerCase() !== 'identity') {
    const message = `A body in the encoding ${encoding.slice(0, 100)} is not read. Send it without Content-Encoding.`;
    throw new HttpException(message, HttpStatus.UNSUPPORTED_MEDIA_TYPE);
  }
  sendContinue(request, reply);
}

/** 401 with a hint that says what to do. Neither text may contain a key. */
export function unauthorized(message: string, hint: string): UnauthorizedException {
  return new UnauthorizedException({ message, error: 'Unauthorized', hint });
}

/** The scheme of an `Authorization` header, if it is one that other services use. */
export function otherScheme(authorization: string): string | undefined {
  return /^(Basic|Bearer|ApiKey|Token|Digest|Key|Api-Key|Api_Key)(?:\s|$)/i.exec(authorization)?.[1];
}

/** Refuses a request with several `Authorization` headers: Node uses the first, a proxy in front of it may use another. */
export function refuseSeveralCredentials(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  const several = names.filter((name) => name.toLowerCase() === 'authorization').length > 1;
  done(several ? new BadRequestException('There are several Authorization headers. Send one.') : undefined);
}
