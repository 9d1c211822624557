import { Injectable, Module, UnauthorizedException } from '@nestjs/common';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Clock } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { KeyRing } from '../../../platform/crypto/key-ring.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';

/** For whom a session is opened. */
export interface SessionOwner {
  environmentId: Types.ObjectId;
  organizationId: Types.ObjectId;
  subscriber: Pick<Subscriber, '_id' | 'subscriberId' | 'firstName' | 'lastName' | 'email'>;
  /** `type:id` of each context of the session, in any order; none is a scope of its own (behaviour C6). */
  contextKeys: readonly string[];
}

/** What a session token says, and its signature vouches for. Whether all of it still exists, it cannot know. */
export interface SessionClaims {
  readonly environment: EnvironmentRef;
  /** Internal id of the subscriber. */
  readonly subscriberInternalId: Types.ObjectId;
  /** The caller's own id of the subscriber. */
  readonly subscriberId: string;
  /** Sorted. The session sees what carries exactly these contexts. */
  readonly contextKeys: readonly string[];
}

/** The claims under the names that inbox widgets know. */
export function toPayload({ environmentId, organizationId, subscriber, contextKeys }: SessionOwner): JWTPayload {
  const { _id, subscriberId, firstName, lastName, email } = subscriber;
  return {
    _id: _id.toHexString(),
    subscriberId,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    environmentId: environmentId.toHexString(),
    organizationId: organizationId.toHexString(),
    contextKeys: [...contextKeys].sort(),
  };
}

/** The claims of a payload; undefined when one of them is missing or has another form. */
export function readPayload(payload: JWTPayload): SessionClaims | undefined {
  const subscriberInternalId = objectId(payload['_id']);
  const environmentId = objectId(payload['environmentId']);
  const organizationId = objectId(payload['organizationId']);
  const { subscriberId, contextKeys } = payload;
  if (!subscriberInternalId || !environmentId || !organizationId) return undefined;
  if (typeof subscriberId !== 'string' || !isTexts(contextKeys)) return undefined;
  return { environment: { id: environmentId, organizationId }, subscriberInternalId, subscriberId, contextKeys };
}

function objectId(value: unknown): Types.ObjectId | undefined {
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? new Types.ObjectId(value) : undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

const ALGORITHM = 'HS256';
const AUDIENCE = 'widget_user';
const ISSUER = 'novu_api';
const SECONDS_A_DAY = 86_400;

/** Signs and checks the tokens that inbox widgets show instead of an API key: one subscriber, one set of contexts. */
@Injectable()
export class SessionTokens {
  /** The first one signs; tokens of all of them are good. */
  private readonly keys: Uint8Array[];

  constructor(
    keys: KeyRing,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.keys = keys.deriveAll('carillon/sessions/v1');
  }

  /** A token that is good for `SESSION_DAYS`. */
  issue(owner: SessionOwner): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return new SignJWT(toPayload(owner))
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + this.config.sessionDays * SECONDS_A_DAY)
      .sign(this.keys[0]!);
  }

  /**
   * What the token says. Throws 401 for one that is not ours, has run out or was changed. Costs no store command: the
   * subscriber and the environment may be gone.
   */
  async verify(token: string): Promise<SessionClaims> {
    const claims = readPayload(await this.payloadOf(token));
    if (!claims) throw refused();
    return claims;
  }

  private async payloadOf(token: string): Promise<JWTPayload> {
    try {
      return await this.verifyWith(this.keys, token);
    } catch (error) {
      // Which of the rules it broke is of use only to whoever forges tokens, save that it has run out.
      if (error instanceof errors.JWTExpired) throw new UnauthorizedException('The session has expired');
      throw error instanceof errors.JOSEError ? refused() : error;
    }
  }

  private async verifyWith([key, ...others]: Uint8Array[], token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, key!, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        issuer: ISSUER,
        requiredClaims: ['exp'],
        currentDate: this.clock.now(),
      });
      return payload;
    } catch (error) {
      if (others.length === 0 || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      return this.verifyWith(others, token);
    }
  }
}

function refused(): UnauthorizedException {
  return new UnauthorizedException('The session token is not valid');
}

/** Stands alone, so that whatever lets subscribers in can check their tokens. */
@Module({ providers: [SessionTokens], exports: [SessionTokens] })
export class SessionTokensModule {}
