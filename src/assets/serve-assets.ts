import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { ENDINGS } from '#libs/pictures/read-picture.js';
import { ASSETS_PATH } from './assets.dto.js';
import { AssetsService } from './assets.service.js';

/** Nothing in it runs or is loaded, should a browser take it for a page. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
};

/** The content of an address never changes, so nobody asks twice. */
const FOREVER = 'public, max-age=31536000, immutable';

const FILE = /^([0-9a-f]{40})\.([a-z]{3,4})$/;

/** Serves pictures to everyone who knows their address (behaviour AS6, AS7): mail programs have no credentials. */
export function serveAssets(app: NestFastifyApplication): void {
  const assets = app.get(AssetsService, { strict: false });
  app
    .getHttpAdapter()
    .getInstance()
    .get<{ Params: { file: string } }>(`${ASSETS_PATH}/:file`, async ({ params: { file }, headers }, reply) => {
      reply.headers(HEADERS);
      const [, key, ending] = FILE.exec(file) ?? [];
      const found = key === undefined ? undefined : await assets.findByKey(key);
      if (!found || ENDINGS[found.asset.type] !== ending) return missing(reply);
      const etag = `"${key}"`;
      reply.header('cache-control', FOREVER).header('etag', etag);
      if (headers['if-none-match']?.includes(etag)) return reply.status(304).send();
      return reply.type(found.asset.type).send(found.content);
    });
}

/** A picture may be uploaded again, so that nobody keeps that it is not there. */
function missing(reply: FastifyReply): FastifyReply {
  const message = 'There is no picture at this address, or it was deleted';
  return reply.status(404).header('cache-control', 'no-store').send({ statusCode: 404, message, error: 'Not Found' });
}
