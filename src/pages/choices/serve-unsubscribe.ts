import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestLimits } from '../../auth/request-limits.js';
import { browserOf } from '../../preferences/consents/consent-origin.js';
import { takesAnyBody } from '../../platform/http/bodies/any-body.js';
import { rawBodyOf } from '../../platform/http/bodies/json-body.js';
import { UNSUBSCRIBE_PATH } from '../../preferences/links/message-links.service.js';
import { sendChoicePage } from './page-frame.js';
import { wishesOf } from './preference-page.controller.js';
import { FORM } from './unsubscribe-page.js';
import { type OpenedLink, UnsubscribePages } from './unsubscribe-pages.service.js';

type TokenRequest = FastifyRequest<{ Params: { token: string }; Querystring: Record<string, unknown> }>;

/**
 * Serves `/u/TOKEN`, to which messages link (behaviour CS5, CS6). Opening it changes nothing, because programs that examine
 * mail open links. A POST unsubscribes at once, without cookies and without leading elsewhere: mail services send it when
 * their users press a button. Nobody is signed in; the token is the right to change one choice.
 */
export function serveUnsubscribe(app: NestFastifyApplication): void {
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  const open = async (request: TokenRequest, reply: FastifyReply): Promise<[UnsubscribePages, OpenedLink]> => {
    // By then the application is complete.
    const pages = app.get(UnsubscribePages, { strict: false });
    const link = await pages.open(request.params.token, wishesOf(request, request.query));
    if (link.target.kind === 'open')
      await count(app.get(RequestLimits, { strict: false }), request, reply, link.target);
    return [pages, link];
  };
  takesAnyBody(app.getHttpAdapter().getInstance(), (fastify, config) => {
    fastify.get(path, { config }, async (request: TokenRequest, reply) => {
      const [pages, link] = await open(request, reply);
      return sendChoicePage(reply, await pages.show(link));
    });
    fastify.post(path, { config }, async (request: TokenRequest, reply) => {
      const [pages, link] = await open(request, reply);
      const isForm = new URLSearchParams(rawBodyOf(request)).get('from') === FORM;
      return sendChoicePage(reply, await pages.take(link, isForm, browserOf(request)));
    });
  });
}

/** Counts as a request of the subscriber's inbox (behaviour RL7). */
function count(
  limits: RequestLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  { subscriber, place: { environment } }: Extract<OpenedLink['target'], { kind: 'open' }>,
): Promise<void> {
  const { rateLimits } = environment;
  return limits.count(request, reply, {
    name: `subscriber-${subscriber._id}`,
    limits: rateLimits,
    category: 'inbox',
  });
}
