import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../auth/access.guard.js';
import { RequestLimits } from '../../auth/request-limits.js';
import { browserOf } from '../../preferences/consents/consent-origin.js';
import { Clock } from '../../platform/clock.js';
import { KeepsRawBody, rawBodyOf } from '../../platform/http/bodies/json-body.js';
import { AnyQuery } from '../../platform/http/query.js';
import { ChoiceSaving, type RefusedForm } from './choice-saving.service.js';
import { sendChoicePage } from './page-frame.js';
import { closedPage, openPage } from './preference-page.js';
import { type OpenPage, PreferencePages, type ReaderWishes } from './preference-pages.service.js';

/**
 * The page on which a person chooses what to receive. The token in its address is all that it needs: it sets no cookie, so
 * that no other page can send its forms on behalf of somebody, and it runs no script.
 */
@ApiExcludeController()
@AnyQuery()
@Public()
@Controller('preferences/:token')
export class PreferencePageController {
  constructor(
    private readonly pages: PreferencePages,
    private readonly saving: ChoiceSaving,
    private readonly limits: RequestLimits,
    private readonly clock: Clock,
  ) {}

  /** Shows the choices. Opening the address changes nothing. */
  @Get()
  async show(
    @Param('token') token: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const page = await this.pages.open(token, wishesOf(request, query));
    if ('why' in page) void sendChoicePage(reply, closedPage(page));
    else await this.send(request, reply, page, { isSaved: query['saved'] === '1' });
  }

  /** Stores what a form of the page changes, and shows the page again. */
  @Post()
  @KeepsRawBody()
  async save(
    @Param('token') token: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const page = await this.pages.open(token, wishesOf(request, query));
    if ('why' in page) {
      void sendChoicePage(reply, closedPage(page));
      return;
    }
    await this.count(request, reply, page);
    const refused = await this.saving.save(page, new URLSearchParams(rawBodyOf(request)), browserOf(request));
    if (refused && refused !== 'unknown') await this.send(request, reply, page, { isSaved: false, refused });
    else {
      void reply
        .code(303)
        .header('location', `?lang=${page.language.tag}${refused ? '' : '&saved=1'}`)
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .send();
    }
  }

  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: OpenPage,
    outcome: { isSaved: boolean; refused?: RefusedForm },
  ): Promise<void> {
    if (request.method !== 'POST') await this.count(request, reply, page);
    const [overview, names] = await this.pages.choicesOf(page);
    void sendChoicePage(reply, openPage(page, { overview, names, now: this.clock.now(), ...outcome }));
  }

  /** Counts as a request of the subscriber's inbox. */
  private count(request: FastifyRequest, reply: FastifyReply, { environment, subscriber }: OpenPage): Promise<void> {
    const { rateLimits: limits } = environment;
    return this.limits.count(request, reply, { name: `subscriber-${subscriber._id}`, limits, category: 'inbox' });
  }
}

/** What a request says about the language of its reader. */
export function wishesOf({ headers }: FastifyRequest, { lang }: Record<string, unknown>): ReaderWishes {
  return {
    ...(typeof lang === 'string' && { chosen: lang }),
    ...(headers['accept-language'] !== undefined && { accepted: headers['accept-language'] }),
  };
}
