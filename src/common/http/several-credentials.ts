import { BadRequestException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
