import { BadRequestException, Injectable } from '@nestjs/common';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import type { Environment } from '../../../auth/environment.schema.js';
import { EnvironmentsService } from '../../../environments/environments.service.js';
import { openCredentials } from '../../../integrations/credentials/sealed-credentials.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { contextText, isHashOf } from './session-hashes.js';
import { profileText, type SessionProfile } from './session-profile.js';

/** The proofs a session is asked for with, and the context that the second one is of. */
export interface SessionProof {
  subscriberHash?: string;
  context?: Record<string, unknown>;
  contextHash?: string;
  /** The application identifier is that of this subscriber alone, which we have signed. */
  isBound?: boolean;
}

/** What the application's server has vouched for. */
export interface Proven {
  /** That it is this subscriber. */
  subscriber: boolean;
  /** All that is said of the subscriber. */
  profile: boolean;
  /** The contexts with their data. */
  context: boolean;
}

/** Decides whether a browser may open the inbox it asks for (behaviour C8). */
@Injectable()
export class SessionProofs {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly secretBox: SecretBox,
  ) {}

  /**
   * What the application's server has vouched for. Throws 400 when it has not for the subscriber, or not for the context,
   * in an environment that asks for it: the credential `hmac` of its in-app integration says so, else its type does. Only
   * environments of type `dev` do not ask unless they are told to. A `profileHash` that is wrong is 400 everywhere.
   */
  check(
    environment: Environment,
    inApp: Integration,
    { profile, profileHash }: SessionProfile,
    { subscriberHash, context, contextHash, isBound = false }: SessionProof,
  ): Proven {
    const keys = this.environments.readableKeys(environment);
    const isRequired = this.isRequired(environment, inApp);
    const hasContext = context !== undefined && Object.keys(context).length > 0;
    const proven = {
      subscriber: isBound || isHashOf(profile.subscriberId, subscriberHash, keys),
      profile: isHashOf(profileText(profile), profileHash, keys),
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

/** By hash, what it is of, and the text that is hashed in the example. */
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

/** Says what is wrong and how to make it right. */
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
