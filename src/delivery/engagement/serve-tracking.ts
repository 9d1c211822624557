import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { TRACKING_PATH } from '../engine/tracking/tracked-html.js';
import { htmlStart } from '../../platform/http/html.js';
import type { TrackedRequest } from './automated.js';
import { EngagementService } from './engagement.service.js';

/** A transparent picture of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PICTURE_SUFFIX = '.gif';

/** In the page nothing is loaded, and nothing runs. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

const UNKNOWN_PAGE = `${htmlStart('This link leads nowhere')}
</head>
<body>
<main>
<h1>This link leads nowhere</h1>
<p>It is incomplete, or was changed. Open it from the email again, or ask its sender where it leads.</p>
</main>
</body>
</html>
`;

/**
 * Serves what leads here from emails: links, which redirect to where they were signed to lead and nowhere else, and the
 * picture at their end (behaviour CS81, CS82).
 */
export function serveTracking(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const engagement = app.get(EngagementService);
  fastify.get<{ Params: { token: string } }>(`${TRACKING_PATH}:token`, async (request, reply) => {
    const { token } = request.params;
    reply.headers(HEADERS);
    if (token.endsWith(PICTURE_SUFFIX)) {
      await engagement.picture(token.slice(0, -PICTURE_SUFFIX.length), toTracked(request));
      return reply.type('image/gif').send(PICTURE);
    }
    const url = await engagement.link(token, toTracked(request));
    if (url !== undefined) return reply.redirect(url, 302);
    reply.status(404).header('content-security-policy', POLICY);
    return reply.type('text/html; charset=utf-8').send(UNKNOWN_PAGE);
  });
}

function toTracked({ method, ip, headers }: FastifyRequest): TrackedRequest {
  return {
    method,
    ip,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
  };
}
