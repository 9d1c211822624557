import { ConflictException, ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import type { PersonCaller } from '../../auth/caller.js';
import { Account } from '../../auth/people/account.schema.js';
import { assertNotSentByForeignPage } from '../../auth/people/own-pages.js';
import { Config } from '../../platform/config/config.js';
import { normalEmail } from '../email.js';
import { OwnOrganization } from '../own-organization.service.js';
import { assertGoodPassword } from '../password-rules.js';
import { passwordSignInAllowed } from '../password-sign-in.js';
import type { Turn } from '../../platform/scheduling/limited-work.js';
import { Passwords } from '../passwords.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';
import { SessionStart, type StartedSession } from '../session-start.service.js';
import { OwnSessions } from '../sessions/own-sessions.service.js';
import type { StartedSessionDto } from '../sessions/session.dto.js';
import { FailedAttempts } from '../guesses/failed-attempts.service.js';
import { Guesses } from '../guesses/guesses.service.js';
import { PasswordProof, type Proof } from '../guesses/password-proof.service.js';
import type { ChangePasswordDto, SignInDto } from './sign-in.dto.js';

/** Signing in with email and password, and changing the password. */
@Injectable()
export class SignIn {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly organization: OwnOrganization,
    private readonly proofs: PasswordProof,
    private readonly passwords: Passwords,
    private readonly guesses: Guesses,
    private readonly failed: FailedAttempts,
    private readonly factors: SecondFactors,
    private readonly sessionStart: SessionStart,
    private readonly sessions: OwnSessions,
    private readonly config: Config,
  ) {}

  /**
   * Starts a session. Throws the same 401 for an unknown email, a wrong password, and an account without one. After the
   * right password, a missing or wrong code is a 401 that says so. Callers who guess get 429.
   */
  async signIn(
    { email, password, code }: SignInDto,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StartedSessionDto> {
    assertNotSentByForeignPage(request);
    const organizationId = await this.organization.id();
    const guesser = { organizationId, email: normalEmail(email), address: request.ip };
    const proof = await this.proofs.prove(request, guesser, password);
    if (!proof) throw wrong();
    if (!passwordSignInAllowed(proof.account, this.config)) {
      await this.guesses.takeBack(proof.attempt);
      await this.failed.refused(request, guesser, 'Session_create', 'password sign-in is not allowed');
      throw singleSignOnOnly();
    }
    await this.checkSecondFactor(request, proof, code);
    await this.guesses.succeeded(proof.attempt);
    const account = await this.withPresentHash(proof.account, password);
    const started = await this.sessionStart.signIn(account, 'Session_create', request, reply);
    return this.describe(account, started);
  }

  /**
   * Replaces the password. All sessions of the account end with the same write, and the person goes on in a new one.
   * Throws 422 for a wrong password or one that cannot be chosen, 409 when it was changed at the same moment.
   */
  async changePassword(
    person: PersonCaller,
    { currentPassword, newPassword }: ChangePasswordDto,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StartedSessionDto> {
    assertGoodPassword('newPassword', newPassword, person.name);
    const { account, attempt } = await this.proofs.proveOwn(request, person, 'currentPassword', currentPassword);
    await this.guesses.takeBack(attempt);
    const changed = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, organizationId: account.organizationId, 'password.hash': account.password?.hash },
        { $set: { password: await this.passwords.hash(newPassword, turnOf(account)) }, $inc: { sessionVersion: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    if (!changed) throw new ConflictException('The password was changed at the same moment');
    await this.sessions.endAll(changed);
    return this.describe(changed, await this.sessionStart.start(changed, request, reply));
  }

  private async describe(account: Account, { token, session }: StartedSession): Promise<StartedSessionDto> {
    return Object.assign(await this.sessions.describeStarted(account, session), { token });
  }

  private async checkSecondFactor(
    request: FastifyRequest,
    { account, attempt }: Proof,
    code: string | undefined,
  ): Promise<void> {
    if (!account.secondFactor?.confirmedAt) return;
    if (code === undefined || code === '') {
      await this.guesses.takeBack(attempt);
      throw secondFactorRequired('A code of the second factor is needed');
    }
    if (await this.factors.accepts(account, code)) return;
    await this.failed.guessed(request, attempt, 'code', account);
    throw secondFactorRequired('The code is wrong, too old, or was used before');
  }

  /** A hash that was made with less work than hashes are now is replaced, since the password is known at this moment. */
  private async withPresentHash(account: Account, text: string): Promise<Account> {
    const { _id, organizationId, password } = account;
    if (!password || !this.passwords.isWeaker(password)) return account;
    const present = await this.passwords.hash(text, turnOf(account));
    const own = { _id, organizationId, 'password.hash': password.hash };
    await this.accounts.updateOne(own, { $set: { password: present } });
    return account;
  }
}

function singleSignOnOnly(): ForbiddenException {
  return new ForbiddenException({
    message: 'This account signs in at the OpenID Connect provider',
    error: 'Forbidden',
    hint: 'Open `/v1/session/oidc/start` in a browser. The setting PASSWORD_SIGN_IN says who may sign in with a password.',
  });
}

function wrong(): UnauthorizedException {
  return new UnauthorizedException({
    message: 'The email or the password is wrong',
    error: 'Unauthorized',
    hint: 'An owner or admin can make a link to choose a new password. After several failures each further attempt has to wait a little.',
  });
}

function secondFactorRequired(message: string): UnauthorizedException {
  return new UnauthorizedException({
    message,
    error: 'Unauthorized',
    hint: 'Send the six digits that the authenticator app shows, or a recovery code, as `code` beside email and password.',
    secondFactorRequired: true,
  });
}

/** Of a person who has just proven a password. */
function turnOf({ email }: Account): Turn {
  return { key: email, isKnown: true };
}
