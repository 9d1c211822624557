import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PipelineStage, Types } from 'mongoose';
import { DAY_MS, later } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EndpointSecret, WebhookEndpoint } from '../webhook-endpoint.schema.js';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Time during which requests are also signed with a secret that was replaced. */
const OVERLAP_MS = DAY_MS;

/** Maximum number of valid secrets: with more rotations within a day the oldest ones end earlier. */
const MAX_SECRETS = 5;

type Owner = Pick<WebhookEndpoint, '_id' | 'secrets'>;

/** The secrets of endpoints, encrypted at rest. */
@Injectable()
export class EndpointSecrets {
  constructor(private readonly box: SecretBox) {}

  /** Generates a secret, encrypted for its endpoint. */
  make(endpointId: Types.ObjectId): EndpointSecret {
    return { sealed: this.box.seal(newSecret(), endpointId) };
  }

  /** Returns an update that puts a new secret first and limits the one before, also in concurrent rotations. */
  rotation(endpointId: Types.ObjectId, now: Date): PipelineStage.Set[] {
    const validUntil = later(now, OVERLAP_MS);
    const replaced = {
      $map: {
        input: '$secrets',
        as: 'secret',
        in: { sealed: '$$secret.sealed', validUntil: { $ifNull: ['$$secret.validUntil', validUntil] } },
      },
    };
    const secrets = { $slice: [{ $concatArrays: [[this.make(endpointId)], replaced] }, MAX_SECRETS] };
    return [{ $set: { secrets, updatedAt: now } }];
  }

  /** Returns the newest secret, decrypted. */
  current(endpoint: Owner): string {
    const [newest] = endpoint.secrets;
    if (!newest) throw new Error('A webhook has no secret');
    return this.box.open(newest.sealed, endpoint._id);
  }

  /** Returns the secrets that requests are signed with at this time, newest first. */
  valid({ _id, secrets }: Owner, now: Date): string[] {
    return secrets
      .filter(({ validUntil }) => validUntil === undefined || validUntil > now)
      .map(({ sealed }) => this.box.open(sealed, _id));
  }
}

/** Generates a secret in the form that receivers use: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The signed parts of a request. */
interface SignedRequest {
  id: string;
  /** Time of the attempt: receivers refuse requests that are too old. */
  at: Date;
  body: string;
}

/**
 * Returns the headers that sign a request, in the form of Standard Webhooks (behaviour B3). The signature is the
 * HMAC-SHA256 of id, time in seconds and body, joined by dots, once for each valid secret.
 */
export function signatureHeaders({ id, at, body }: SignedRequest, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
