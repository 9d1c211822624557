import { isChannel, type Channel } from '#libs/channels.js';
import { Types } from 'mongoose';
import { type SecretBox, SecretBoxError } from '../../platform/crypto/secret-box.js';

/**
 * What a link opens: `unsubscribe` one choice; `choices` the choices of a person, from a message that may be forwarded; `own`
 * everything that the person may change, for somebody whom the application of the caller has signed in.
 */
const OPENS = ['unsubscribe', 'choices', 'own'] as const;

/** What a link says. Everything in it is encrypted. */
export interface LinkClaims {
  readonly opens: (typeof OPENS)[number];
  readonly environmentId: Types.ObjectId;
  /** Internal: a person who is deleted and made anew is another. */
  readonly subscriberId: Types.ObjectId;
  /** The contexts whose choices are meant (behaviour F10). */
  readonly contextKeys: readonly string[];
  /** The workflow of the message. Internal, so that a new `workflowId` changes nothing. */
  readonly workflowId?: Types.ObjectId;
  /** The category of the message: the choice is about all workflows in it. */
  readonly category?: string;
  /** The channel of the message. */
  readonly channel?: Channel;
  /** Until when the link opens. Absent: for as long as the person and the environment are there. */
  readonly expiresAt?: Date;
}

/** Binds tokens to this use, so that nothing else that the key may ever seal is one. */
const USE = 'preferences';

/** A token for an address: base64url, about 250 characters. The same claims have the same token. */
export function toToken(claims: LinkClaims, box: SecretBox): string {
  const { opens, environmentId, subscriberId, contextKeys, workflowId, category, channel, expiresAt } = claims;
  const told = [OPENS.indexOf(opens), environmentId, subscriberId, contextKeys, workflowId, category, channel];
  const sealed = box.sealSame(JSON.stringify([...told, expiresAt?.getTime()]), USE);
  return Buffer.from(sealed.slice(sealed.indexOf(':') + 1), 'base64').toString('base64url');
}

/** What a token says; undefined unless it was made with this key and has not expired. */
export function readToken(token: string, box: SecretBox, now: Date): LinkClaims | undefined {
  const claims = readClaims(token, box);
  return claims && isExpired(claims, now) ? undefined : claims;
}

/** Whether a link opens no more. */
export function isExpired({ expiresAt }: LinkClaims, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** What a token says, even if it has expired; undefined unless it was made with this key, and is written as it was. */
export function readClaims(token: string, box: SecretBox): LinkClaims | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding ignores spare bits of the last character, and all characters that are not of the alphabet.
  if (bytes.toString('base64url') !== token) return undefined;
  const sealed = `${box.keyId}:${bytes.toString('base64')}`;
  let told: unknown[];
  try {
    told = JSON.parse(box.open(sealed, USE)) as unknown[];
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
  const [opens, environmentId, subscriberId, contextKeys, workflowId, category, channel, expiresAt] = told;
  return {
    opens: OPENS[opens as number]!,
    environmentId: new Types.ObjectId(environmentId as string),
    subscriberId: new Types.ObjectId(subscriberId as string),
    contextKeys: contextKeys as string[],
    ...(typeof workflowId === 'string' && { workflowId: new Types.ObjectId(workflowId) }),
    ...(typeof category === 'string' && { category }),
    ...(typeof channel === 'string' && isChannel(channel) && { channel }),
    ...(typeof expiresAt === 'number' && { expiresAt: new Date(expiresAt) }),
  };
}
