import { ForbiddenException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const READING: readonly string[] = ['GET', 'HEAD'];

/** The header that pages of Carillon send with every change; other sites cannot send it without permission by CORS. */
export const OWN_PAGE_HEADER = 'carillon-request';

/**
 * Refuses a change that was sent with a cookie unless a page of this service sent it: the browser says so (Fetch metadata,
 * `Origin`), and the page has added a header that forms of other sites cannot. Against cross-site request forgery.
 */
export function assertSentByOwnPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): void {
  if (READING.includes(method)) return;
  const site = headers['sec-fetch-site'];
  const foreign = site !== undefined && site !== 'same-origin';
  const { origin, host } = headers;
  if (!foreign && headers[OWN_PAGE_HEADER] !== undefined && (origin === undefined || hostOf(origin) === host)) return;
  throw new ForbiddenException({
    message: 'A change with the cookie of a session must come from a page of this service',
    error: 'Forbidden',
    hint: 'Pages of this service send the header `Carillon-Request: 1`. Programs send the token of the session as `Authorization: Bearer <token>` instead of the cookie.',
  });
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
