import { Controller, Get, HttpCode, HttpException, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiForbiddenResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../auth/access.guard.js';
import { Config } from '../../platform/config/config.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { Bare } from '../../platform/http/decorators.js';
import { AnyQuery } from '../../platform/http/query.js';
import { Logger } from '../../platform/logging/logger.js';
import { sendFailurePage, wantsPage } from './failure-page.js';
import { OidcSettings } from './oidc-settings.js';
import { OidcSignIn } from './oidc-sign-in.service.js';
import { OidcCallbackQueryDto, type SignInWaysDto, StartOidcQueryDto } from './oidc.dto.js';
import { reasonOf } from './provider-refusal.js';

const START_PATH = '/v1/session/oidc/start';

@ApiTags('Accounts')
@Controller('v1/session')
export class OidcController {
  constructor(
    private readonly signIn: OidcSignIn,
    private readonly settings: OidcSettings,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * List the ways of signing in
   *
   * For pages that offer them: password, single sign-on, or both.
   */
  @Get('providers')
  @Public()
  ways(): SignInWaysDto {
    const { provider } = this.settings;
    return {
      password: this.config.passwordSignIn,
      oidc: provider ? { name: provider.issuer.host, url: START_PATH } : null,
    };
  }

  /**
   * Begin a single sign-on
   *
   * To be opened in a browser. Redirects to the OpenID Connect provider, which sends the browser back to
   * `/v1/session/oidc/callback` of `PUBLIC_URL`; that has to happen within ten minutes. 404 when no provider is configured.
   * Browsers get failures as a page.
   */
  @Get('oidc/start')
  @Public()
  @Bare()
  @HttpCode(HttpStatus.SEE_OTHER)
  @ApiResponse({ status: 303, description: 'To the provider.' })
  async start(
    @Query() { returnTo }: StartOidcQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.redirect(request, reply, () => this.signIn.begin(request, reply, returnTo ?? '/'));
  }

  /**
   * Complete a single sign-on
   *
   * The provider sends browsers here. A person who has signed in there gets a session, as its cookie, and is redirected
   * to the `returnTo` of the beginning. At the first sign-in the account is found by its verified email address, or
   * created (`OIDC_CREATE`). Roles that came from groups follow the groups. 400 when this browser has begun no sign-in
   * with this `state` or has completed it before, 401 when the provider does not prove who the person is, 403 when the
   * person has no role here, 503 when the provider does not respond. Browsers get failures as a page.
   */
  @Get('oidc/callback')
  @Public()
  @Bare()
  @AnyQuery()
  @HttpCode(HttpStatus.SEE_OTHER)
  @ApiResponse({ status: 303, description: 'Signed in.' })
  @ApiForbiddenResponse({ type: ErrorDto, description: 'The provider says no, or the person has no role here.' })
  async callback(
    @Query() { state }: OidcCallbackQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.redirect(request, reply, () => this.signIn.complete(request, reply, state));
  }

  /** Redirects to where a step leads. The reason of a failure is logged here, because the response does not have all of it. */
  private async redirect(request: FastifyRequest, reply: FastifyReply, step: () => Promise<string>): Promise<void> {
    // The addresses have codes in them, which must not reach the next server or stay in a cache.
    void reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
    try {
      void reply.redirect(await step(), HttpStatus.SEE_OTHER);
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      const reason = error.cause === undefined ? error.message : reasonOf(error.cause);
      this.logger.warn({ reason, status: error.getStatus(), address: request.ip }, 'Single sign-on failed');
      if (!wantsPage(request)) throw error;
      sendFailurePage(reply, error, START_PATH);
    }
  }
}
