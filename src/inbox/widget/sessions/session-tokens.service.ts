import { Injectable, UnauthorizedException } from '@nestjs/common';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Clock } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { KeyRing } from '../../../platform/crypto/secret-box.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { parseId } from '../../../platform/ids.js';

/** Whom a session is for. */
export interface SessionOwner {
  environmentId: Types.ObjectId;
  organizationId: Types.ObjectId;
  subscriber: Pick<Subscriber, '_id' | 'subscriberId' | 'firstName' | 'lastName' | 'email'>;
  /** `type:id` of each context of the session, in any order; an empty list is a scope of its own (behaviour C6). */
  contextKeys: readonly string[];
  /** The application's server has proven who the subscriber is; not in older tokens. */
  isProven?: boolean;
}

/** The verified claims of a session token. The subscriber and the environment may no longer exist. */
interface SessionClaims {
  readonly environment: EnvironmentRef;
  /** Internal id of the subscriber. */
  readonly subscriberInternalId: Types.ObjectId;
  /** The caller's own id of the subscriber. */
  readonly subscriberId: string;
  /** Sorted. The session sees what has exactly these contexts. */
  readonly contextKeys: readonly string[];
  /** The application's server has proven who the subscriber is. */
  readonly isProven: boolean;
}

/** The claims under the names that inbox widgets expect. */
export function toPayload({
  environmentId,
  organizationId,
  subscriber,
  contextKeys,
  isProven,
}: SessionOwner): JWTPayload {
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
    ...(isProven && { proven: true }),
  };
}

/** The claims of a payload; undefined when one of them is missing or malformed. */
export function readPayload(payload: JWTPayload): SessionClaims | undefined {
  const subscriberInternalId = objectId(payload['_id']);
  const environmentId = objectId(payload['environmentId']);
  const organizationId = objectId(payload['organizationId']);
  const { subscriberId, contextKeys } = payload;
  if (!subscriberInternalId || !environmentId || !organizationId) return undefined;
  if (typeof subscriberId !== 'string' || !isTexts(contextKeys)) return undefined;
  const isProven = payload['proven'] === true;
  return {
    environment: { id: environmentId, organizationId },
    subscriberInternalId,
    subscriberId,
    contextKeys,
    isProven,
  };
}

function objectId(value: unknown): Types.ObjectId | undefined {
  return typeof value === 'string' ? parseId(value) : undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

const ALGORITHM = 'HS256';
const AUDIENCE = 'widget_user';
const ISSUER = 'novu_api';
const SECONDS_A_DAY = 86_400;

/** Signs and verifies the tokens that inbox widgets send instead of an API key: one subscriber, one set of contexts. */
@Injectable()
export class SessionTokens {
  /** The first one signs; tokens signed with any of them are valid. */
  private readonly keys: Uint8Array[];

  constructor(
    keys: KeyRing,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.keys = keys.deriveAll('carillon/sessions/v1');
  }

  /** Issues a token that is valid for `SESSION_DAYS`, but not after `end`. */
  issue(owner: SessionOwner, end?: Date): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    const days = now + this.config.sessionDays * SECONDS_A_DAY;
    const expiresAt = end ? Math.min(days, Math.floor(end.getTime() / 1000)) : days;
    return new SignJWT(toPayload(owner))
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(this.keys[0]!);
  }

  /**
   * Returns the claims of a token. Throws 401 for one that was not issued here, has expired or was changed. Costs no store
   * command: the subscriber and the environment may no longer exist.
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
      // Which rule it breaks is only useful for forging tokens, except that it has expired.
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
