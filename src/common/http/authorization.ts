import { BadRequestException, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** 401 with a hint that says what to do. Neither may have a key in it. */
export function unauthorized(message: string, hint: string): UnauthorizedException {
  return new UnauthorizedException({ message, error: 'Unauthorized', hint });
}

/** Node reads the first of several `Authorization` headers and drops the others; which one counts must not be a guess. */
export function assertOneAuthorization({ raw }: Pick<FastifyRequest, 'raw'>): void {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length < 2) return;
  throw new BadRequestException('There are several Authorization headers. Send one.');
}

/** The scheme of the header, if it is one that other services have. */
export function otherScheme(authorization: string): string | undefined {
  return /^(Basic|Bearer|ApiKey|Token|Digest|Key|Api-Key|Api_Key)(?:\s|$)/i.exec(authorization)?.[1];
}
