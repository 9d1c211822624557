import { createHash, timingSafeEqual } from 'node:crypto';
import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { Clock, later } from '../../platform/clock.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { SecretBox, SecretBoxError } from '../../platform/crypto/secret-box.js';
import { readCookies } from '../../platform/http/cookies.js';
import { isDuplicateKey } from '../../platform/persistence/writes.js';
import { isOverTls } from '../session-start.service.js';
import type { SignInSecrets } from './provider.service.js';
import { UsedState } from './used-state.schema.js';

/** Minutes until a person must have come back from the provider. */
const MINUTES = 10;
const MINUTE_MS = 60_000;

/** The cookie is sent to these paths alone. */
const COOKIE_PATH = '/v1/session/oidc';

/** What cookies are sealed for; no document has this id. */
const SEALED_FOR = 'oidc-sign-in';

/** A sign-in that was begun, as the browser keeps it. */
interface PendingSignIn extends SignInSecrets {
  returnTo: string;
  expiresAt: number;
}

/**
 * What a browser has to remember until it comes back from the provider: in a cookie that only Carillon can read. Nothing is
 * stored for sign-ins that are begun, because anyone may begin some. Only those that come back are, so that each does so
 * once, at whichever process.
 */
@Injectable()
export class PendingSignIns {
  constructor(
    @InjectModel(UsedState.name) private readonly used: Model<UsedState>,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Sets the cookie. One that was set before is replaced: of several sign-ins of a browser the last one counts. */
  begin(request: FastifyRequest, reply: FastifyReply, secrets: SignInSecrets, returnTo: string): void {
    const expiresAt = later(this.clock.now(), MINUTES * MINUTE_MS).getTime();
    const pending: PendingSignIn = { ...secrets, returnTo, expiresAt };
    this.setCookie(request, reply, this.secretBox.seal(JSON.stringify(pending), SEALED_FOR), MINUTES * 60);
  }

  /**
   * The sign-in that the browser has begun, if this is its state, and removes the cookie. Throws 400 when there is none, it
   * is too old, or its state was used before.
   */
  async take(request: FastifyRequest, reply: FastifyReply, state: string): Promise<PendingSignIn> {
    const pending = readCookies(request, cookieName(request))
      .map((sealed) => this.open(sealed))
      .find((one) => one !== undefined);
    if (!pending) throw refusal('There is no sign-in that this browser has begun', this.addressHint());
    this.setCookie(request, reply, '', 0);
    if (!isEqual(pending.state, state))
      throw refusal('This sign-in was begun by another browser, or another one after it');
    if (pending.expiresAt <= this.clock.now().getTime())
      throw refusal(`This sign-in took more than ${MINUTES} minutes`);
    await this.use(pending);
    return pending;
  }

  private async use({ state, expiresAt }: PendingSignIn): Promise<void> {
    const _id = createHash('sha256').update(state).digest('hex');
    try {
      // Longer than it is needed, because the clocks of processes differ.
      await this.used.insertOne({ _id, expiresAt: new Date(expiresAt + MINUTES * MINUTE_MS) });
    } catch (error) {
      if (isDuplicateKey(error)) throw refusal('This sign-in was completed before');
      throw error;
    }
  }

  private open(sealed: string): PendingSignIn | undefined {
    try {
      return JSON.parse(this.secretBox.open(sealed, SEALED_FOR)) as PendingSignIn;
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  private setCookie(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void {
    const secure = isOverTls(request, this.config) ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${cookieName(request)}=${value}; Path=${COOKIE_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  }

  private addressHint(): string {
    return `Begin it at ${publicAddress(this.config, '')}, which is where the provider sends browsers back to (PUBLIC_URL), with cookies allowed.`;
  }
}

/** One name for each port, because browsers send cookies to all ports of a host. */
function cookieName({ port }: Pick<FastifyRequest, 'port'>): string {
  return `carillon-oidc-${port ?? 80}`;
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left!, right!);
}

function refusal(message: string, hint = 'Begin again.'): BadRequestException {
  return new BadRequestException({ message, error: 'Sign-in failed', hint });
}
