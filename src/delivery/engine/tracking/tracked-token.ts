import { createHmac, hkdfSync } from 'node:crypto';
import { Types } from 'mongoose';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';

/** What an address in an email says: the message alone for its picture, and where a link of it leads. */
export type TrackedClaims =
  | { kind: 'opened'; messageId: Types.ObjectId }
  | {
      kind: 'clicked';
      messageId: Types.ObjectId;
      url: string;
      /** Which link of the message it is, and how many there are. */
      link: number;
      links: number;
    };

const KINDS = ['opened', 'clicked'] as const;
const ID_BYTES = 12;
const MAC_BYTES = 16;
const MAX_LINKS = 255;
/** Longer addresses break in mail programs. */
const MAX_TOKEN_LENGTH = 1000;

/** The key of this use: nothing else that the key of the installation signs or seals is such a token. */
export function trackingKey(installationKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', installationKey, '', 'carillon/tracking/v1', 32));
}

/**
 * A token for an address, in base64url: signed, the same for each attempt to send the message, and without anything about
 * the person.
 */
export function toTrackedToken(claims: TrackedClaims, key: Uint8Array): string {
  const head = Buffer.from([KINDS.indexOf(claims.kind), ...claims.messageId.id]);
  const body =
    claims.kind === 'opened'
      ? head
      : Buffer.concat([
          head,
          Buffer.from([Math.min(claims.link, MAX_LINKS), Math.min(claims.links, MAX_LINKS)]),
          Buffer.from(claims.url),
        ]);
  return Buffer.concat([body, macOf(body, key)]).toString('base64url');
}

/** What a token says; undefined unless it was made with this key, and is written as it was. */
export function readTrackedToken(token: string, key: Uint8Array): TrackedClaims | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < 1 + ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
  const body = bytes.subarray(0, -MAC_BYTES);
  if (!isSameSecret(bytes.subarray(-MAC_BYTES).toString('hex'), macOf(body, key).toString('hex'))) return undefined;
  const messageId = new Types.ObjectId(body.subarray(1, 1 + ID_BYTES));
  if (KINDS[body[0]!] === 'opened') return { kind: 'opened', messageId };
  const [link, links] = body.subarray(1 + ID_BYTES);
  return { kind: 'clicked', messageId, link: link!, links: links!, url: body.subarray(1 + ID_BYTES + 2).toString() };
}

function macOf(body: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
}
