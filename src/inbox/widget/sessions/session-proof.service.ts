import { createHmac, timingSafeEqual } from 'node:crypto';
import { BadRequestException, Injectable } from '@nestjs/common';
import type { Environment } from '../../../auth/environment.schema.js';
import { EnvironmentsService } from '../../../environments/environments.service.js';
import { openCredentials } from '../../../integrations/credentials.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { canonicalJson } from '../../../platform/values/canonical-json.js';
import { profileText, type SessionProfile } from './session-profile.js';

/** The proofs in a session request, and the context that `contextHash` is for. */
interface SessionProof {
  subscriberHash?: string;
  context?: Record<string, unknown>;
  contextHash?: string;
  /** The application identifier is one that was signed for this subscriber alone. */
  isBound?: boolean;
}

/** What the application's server has proven. */
export interface Proven {
  /** The id of the subscriber. */
  subscriber: boolean;
  /** All fields of the subscriber. */
  profile: boolean;
  /** The contexts with their data. */
  context: boolean;
}

/** Decides whether a browser may open the requested inbox (behaviour C8). */
@Injectable()
export class SessionProofs {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly secretBox: SecretBox,
  ) {}

  /**
   * Returns what the application's server has proven. Throws 400 when the proof of the subscriber or of the context is
   * missing or wrong, in an environment that requires proof: the credential `hmac` of its in-app integration decides, or
   * else its type, as all types but `dev` require it. A wrong `profileHash` is a 400 in every environment.
   */
  check(
    environment: Environment,
    inApp: Integration,
    sent: SessionProfile,
    { subscriberHash, context, contextHash, isBound = false }: SessionProof,
  ): Proven {
    const { profile, profileHash } = sent;
    const keys = this.environments.readableKeys(environment);
    const isRequired = this.isRequired(environment, inApp);
    const hasContext = context !== undefined && Object.keys(context).length > 0;
    const proven = {
      subscriber: isBound || isHashOf(assertNotSigned(profile.subscriberId, subscriberHash), subscriberHash, keys),
      profile: isHashOf(profileText(sent), profileHash, keys),
      context: hasContext && isHashOf(contextText(context), contextHash, keys),
    };
    if (isRequired && !proven.subscriber) throw refusal('subscriberHash', subscriberHash);
    if (isRequired && hasContext && !proven.context) throw refusal('contextHash', contextHash);
    if (profileHash !== undefined && !proven.profile) throw refusal('profileHash', profileHash);
    return proven;
  }

  private isRequired({ type }: Environment, { _id, credentials }: Integration): boolean {
    const { hmac } = openCredentials(this.secretBox, _id, credentials);
    return hmac === undefined ? type !== 'dev' : hmac === true;
  }
}

/**
 * The hash that an application computes on its server with an API key of the environment, so that only the application can
 * open sessions for its users (behaviour C8): HMAC-SHA256, in hexadecimal, of a text.
 */
function sessionHash(apiKey: string, text: string): string {
  return createHmac('sha256', apiKey).update(text).digest('hex');
}

/**
 * What outgoing requests of the environment are signed with, by the same key: the time in milliseconds, a dot and the body
 * (behaviour W3). A receiver of such a request would have the hash of an id of this form.
 */
const SIGNED_TEXT = /^\d{13}\./;

/** Returns the id. Throws 400 for a hash of one that signatures of requests are made of. */
function assertNotSigned(subscriberId: string, hash: string | undefined): string {
  if (hash === undefined || !SIGNED_TEXT.test(subscriberId)) return subscriberId;
  throw new BadRequestException(
    'subscriberHash proves no id that begins with 13 digits and a dot, because signatures of requests have that form: give the subscriber another id',
  );
}

/** The text of a context that is hashed: its canonical JSON. */
function contextText(context: Readonly<Record<string, unknown>>): string {
  return canonicalJson(context);
}

/** Whether `hash` is that of the text with one of the keys. Compares in constant time. */
function isHashOf(text: string, hash: string | undefined, apiKeys: readonly string[]): boolean {
  if (hash === undefined) return false;
  const given = Buffer.from(hash.toLowerCase());
  return apiKeys.some((apiKey) => {
    const expected = Buffer.from(sessionHash(apiKey, text));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** By hash: what is hashed, and the name of that text in the example. */
const HASHED = {
  subscriberHash: ['the subscriberId', 'subscriberId'],
  contextHash: [
    'the context as JSON without white space, the members of each object in the order of their names',
    'contextText',
  ],
  profileHash: [
    'an object with subscriberId and those of email, phone and data that are sent, as JSON without white space, the ' +
      'members of each object in the order of their names',
    'profileText',
  ],
} as const;

/** A 400 that says what is wrong and how to compute the hash. */
function refusal(field: keyof typeof HASHED, given: string | undefined): BadRequestException {
  const problem = given === undefined ? `${field} is missing` : `${field} is not right`;
  const [what, text] = HASHED[field];
  const [why, switched] =
    field === 'profileHash'
      ? [
          'it proves that your server has stated email, phone and data',
          'Without profileHash the session opens, and these three are ignored.',
        ]
      : [
          'this environment asks for proof that your server knows the user',
          'The credential hmac of the in-app integration switches this on and off.',
        ];
  return new BadRequestException(
    `${problem}: ${why}. It is the HMAC-SHA256 of ${what}, ` +
      'in hexadecimal, with an API key of this environment. On your server, in Node: ' +
      `require('node:crypto').createHmac('sha256', apiKey).update(${text}).digest('hex'). ${switched}`,
  );
}
