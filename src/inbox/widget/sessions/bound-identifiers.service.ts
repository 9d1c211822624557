import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { KeyRing } from '../../../platform/crypto/secret-box.js';

/** The subscriber whose inbox an identifier opens. */
interface BoundTo {
  environmentId: Types.ObjectId;
  subscriberId: string;
}

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

  issue(environmentId: Types.ObjectId, subscriberId: string): string {
    const claims = Buffer.from(JSON.stringify([environmentId.toHexString(), subscriberId])).toString('base64url');
    return `one.${claims}.${this.signatureOf(claims)}`;
  }

  /** Undefined for identifiers that were not issued here. */
  read(identifier: string): BoundTo | undefined {
    const [, claims, signature] = /^one\.([\w-]+)\.([\w-]+)$/.exec(identifier) ?? [];
    if (claims === undefined || signature === undefined) return undefined;
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.signatureOf(claims))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [environmentId, subscriberId] = JSON.parse(Buffer.from(claims, 'base64url').toString()) as [string, string];
    return { environmentId: new Types.ObjectId(environmentId), subscriberId };
  }

  private signatureOf(claims: string): string {
    return createHmac('sha256', this.key).update(claims).digest('base64url');
  }
}
