import { BadRequestException, UnauthorizedException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** 401 with a hint that says what to do. Neither may have a key in it. */
export function unauthorized(message: string, hint: string): UnauthorizedException {
  return new UnauthorizedException({ message, error: 'Unauthorized', hint });
}

/** The scheme of the header, if it is one that other services have. */
export function otherScheme(authorization: string): string | undefined {
  return /^(Basic|Bearer|ApiKey|Token|Digest|Key|Api-Key|Api_Key)(?:\s|$)/i.exec(authorization)?.[1];
}

/** Refuses a request with two `Authorization` headers: Node takes the first, what stands before it may take the other. */
export function refuseSeveralCredentials(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  const several = names.filter((name) => name.toLowerCase() === 'authorization').length > 1;
  done(several ? new BadRequestException('There are several Authorization headers. Send one.') : undefined);
}
