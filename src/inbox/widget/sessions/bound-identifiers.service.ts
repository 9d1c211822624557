import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { KeyRing } from '../../../platform/crypto/secret-box.js';
import { fromHex } from '../../../platform/ids.js';

/** The subscriber whose inbox an identifier opens. */
interface BoundTo {
  environmentId: Types.ObjectId;
  subscriberId: string;
  /** Undefined for identifiers without an end. */
  expiresAt?: Date;
}

/** What is signed: environment, subscriber and, if there is an end, its milliseconds. */
type Claims = [string, string, number?];

/**
 * Application identifiers that open the inbox of one subscriber. They are used instead of the environment's own
 * identifier, which opens all inboxes in an environment that requires no proof. They are signed here, so that they are
 * the proof, too.
 */
@Injectable()
export class BoundIdentifiers {
  private readonly key: Uint8Array;

  constructor(keys: KeyRing) {
    this.key = keys.derive('carillon/bound-identifiers/v1');
  }

  /** `expiresAt`: its end, and that of the sessions opened with it; without one it is good for ever. */
  issue(environmentId: Types.ObjectId, subscriberId: string, expiresAt?: Date): string {
    const facts = [environmentId, subscriberId, ...(expiresAt ? [expiresAt.getTime()] : [])];
    const claims = Buffer.from(JSON.stringify(facts)).toString('base64url');
    return `one.${claims}.${this.signatureOf(claims)}`;
  }

  /** Undefined for identifiers that were not issued here; those that have ended are read, too. */
  read(identifier: string): BoundTo | undefined {
    const [, claims, signature] = /^one\.([\w-]+)\.([\w-]+)$/.exec(identifier) ?? [];
    if (claims === undefined || signature === undefined) return undefined;
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.signatureOf(claims))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [environmentId, subscriberId, end] = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
    return {
      environmentId: fromHex(environmentId),
      subscriberId,
      ...(end !== undefined && { expiresAt: new Date(end) }),
    };
  }

  private signatureOf(claims: string): string {
    return createHmac('sha256', this.key).update(claims).digest('base64url');
  }
}
