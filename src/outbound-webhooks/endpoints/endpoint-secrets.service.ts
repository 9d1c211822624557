import { Injectable } from '@nestjs/common';
import type { PipelineStage, Types } from 'mongoose';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { newSecret } from '../sending/signature.js';
import type { EndpointSecret, WebhookEndpoint } from './webhook-endpoint.schema.js';

/** For so long requests are also signed with a secret that was replaced. */
const OVERLAP_MS = 24 * 3_600_000;

/** Secrets that are valid at the same time: of more rotations within a day the first ones end earlier. */
const MAX_SECRETS = 5;

type Owner = Pick<WebhookEndpoint, '_id' | 'secrets'>;

/** The secrets of endpoints, encrypted at rest. */
@Injectable()
export class EndpointSecrets {
  constructor(private readonly box: SecretBox) {}

  /** A new one, sealed for its endpoint. */
  make(endpointId: Types.ObjectId): EndpointSecret {
    return { sealed: this.box.seal(newSecret(), endpointId.toHexString()) };
  }

  /** An update that puts a new secret first and limits the one before, however many rotate at once. */
  rotation(endpointId: Types.ObjectId, now: Date): PipelineStage.Set[] {
    const validUntil = new Date(now.getTime() + OVERLAP_MS);
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

  /** The newest, in the clear. */
  current(endpoint: Owner): string {
    const [newest] = endpoint.secrets;
    if (!newest) throw new Error('A webhook has no secret');
    return this.box.open(newest.sealed, endpoint._id.toHexString());
  }

  /** Those that requests are signed with at a moment, the newest first. */
  valid({ _id, secrets }: Owner, now: Date): string[] {
    return secrets
      .filter(({ validUntil }) => validUntil === undefined || validUntil > now)
      .map(({ sealed }) => this.box.open(sealed, _id.toHexString()));
  }
}
