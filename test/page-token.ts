import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { KeyRing } from '../src/platform/crypto/secret-box.js';
import { PageAccess } from '../src/auth/guests/page-access.js';

/** What the start of this application prints in the addresses of its pages. */
export function pageToken(app: NestFastifyApplication): string {
  return new PageAccess(app.get(KeyRing)).token;
}

/** The cookie that a browser gets for the token, as a header of injected requests. */
export async function pageCookie(app: NestFastifyApplication, path = '/outbox'): Promise<{ cookie: string }> {
  const { headers } = await app
    .getHttpAdapter()
    .getInstance()
    .inject({ method: 'GET', url: `${path}?token=${pageToken(app)}` });
  return { cookie: String(headers['set-cookie']).split(';')[0]! };
}
