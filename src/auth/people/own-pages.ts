import { ForbiddenException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isUrl } from '#libs/url/is-url.js';

const READING: readonly string[] = ['GET', 'HEAD'];

/** The header that pages of Carillon send with every change; other sites cannot send it without permission by CORS. */
export const OWN_PAGE_HEADER = 'carillon-request';

/**
 * Refuses a change that was sent with a cookie unless a page of this service sent it. The browser says so (Fetch
 * metadata, `Origin`), and the page has added a header that forms of other sites cannot. Against cross-site request
 * forgery.
 */
export function assertSentByOwnPage(request: Pick<FastifyRequest, 'method' | 'headers' | 'host'>): void {
  const { method, headers } = request;
  if (READING.includes(method)) return;
  if (headers['sec-fetch-site'] !== 'none' && isOwnOrProgram(request) && headers[OWN_PAGE_HEADER] !== undefined) return;
  throw new ForbiddenException({
    message: 'A change with the cookie of a session must come from a page of this service',
    error: 'Forbidden',
    hint: `Pages of this service send the header \`Carillon-Request: 1\`. Programs send the token of the session as \`Authorization: Bearer <token>\` instead of the cookie. ${PROXY}`,
  });
}

/**
 * Refuses a request that a page of another site made a browser send. Where people sign in: otherwise another site could
 * sign its visitors in to an account of its own, and see what they enter there.
 */
export function assertNotSentByForeignPage(request: Pick<FastifyRequest, 'headers' | 'host'>): void {
  if (isOwnOrProgram(request)) return;
  throw new ForbiddenException({
    message: 'People sign in on pages of this service, not on those of others',
    error: 'Forbidden',
    hint: `Programs sign in without the headers \`Origin\` and \`Sec-Fetch-Site\`. ${PROXY}`,
  });
}

const PROXY =
  'A proxy in front of this service must pass on the header `Host`, or send `X-Forwarded-Host` and be one of `TRUSTED_PROXIES`.';

/** Whether a browser sends the request for a page of this service, or it does not come from a browser. */
function isOwnOrProgram({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || hostOf(origin) === host;
}

function hostOf(origin: string): string | undefined {
  return isUrl(origin) ? new URL(origin).host : undefined;
}
