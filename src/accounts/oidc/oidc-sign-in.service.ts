import { BadRequestException, HttpException, HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../auth/people/account.schema.js';
import { OwnOrganization } from '../own-organization.service.js';
import { SessionStart } from '../session-start.service.js';
import { FailedAttempts } from '../guesses/failed-attempts.service.js';
import type { ProviderPerson } from './claims.js';
import { OidcSettings, type ProviderSettings } from './oidc-settings.js';
import { PendingSignIns } from './pending-sign-ins.service.js';
import { ProviderPeople } from './provider-people.service.js';
import { OidcProvider } from './provider.service.js';
import { returnPath } from './return-path.js';

const OPERATION = 'Oidc_callback';

/** Statuses of a person who is not let in; others are failures of the provider or of the settings. */
const REFUSED: readonly number[] = [HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN];

/** Single sign-on: a browser is sent to the provider, and comes back with what proves who uses it. */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly settings: OidcSettings,
    private readonly provider: OidcProvider,
    private readonly pending: PendingSignIns,
    private readonly people: ProviderPeople,
    private readonly sessions: SessionStart,
    private readonly organization: OwnOrganization,
    private readonly failed: FailedAttempts,
  ) {}

  /** Returns the address at the provider, and sets the cookie that the browser has to come back with. */
  async begin(request: FastifyRequest, reply: FastifyReply, returnTo: string): Promise<string> {
    const settings = this.providerSettings();
    const path = returnPath(returnTo);
    if (path === undefined)
      throw new BadRequestException({
        message: 'returnTo is not a path of this service',
        error: 'Bad Request',
        hint: 'It begins with a single slash, such as /outbox.',
      });
    const secrets = this.provider.newSecrets();
    const { href } = await this.provider.signInUrl(settings, secrets);
    this.pending.begin(request, reply, secrets, path);
    return href;
  }

  /** Signs in the person who has come back, and returns the path that they wanted to see. */
  async complete(request: FastifyRequest, reply: FastifyReply, state: string | undefined): Promise<string> {
    const settings = this.providerSettings();
    const { returnTo, ...secrets } = await this.pending.take(request, reply, state ?? '');
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const account = await this.admit(request, () => this.provider.redeem(settings, query, secrets));
    await this.sessions.signIn(account, OPERATION, request, reply);
    return returnTo;
  }

  private async admit(request: FastifyRequest, redeem: () => Promise<ProviderPerson>): Promise<Account> {
    let person: ProviderPerson | undefined;
    try {
      person = await redeem();
      return await this.people.admit(person);
    } catch (error) {
      if (error instanceof HttpException && REFUSED.includes(error.getStatus())) {
        const organizationId = await this.organization.id();
        const email = person?.email ?? person?.subject ?? '';
        await this.failed.refused(request, { organizationId, email, address: request.ip }, OPERATION, 'single sign-on');
      }
      throw error;
    }
  }

  private providerSettings(): ProviderSettings {
    if (this.settings.provider) return this.settings.provider;
    throw new NotFoundException({
      message: 'There is no single sign-on here',
      error: 'Not Found',
      hint: 'The operator enables it with the settings OIDC_ISSUER and OIDC_CLIENT_ID.',
    });
  }
}
