import { BadRequestException, Injectable } from '@nestjs/common';
import { SecretBox } from '../../crypto/secret-box.js';
import type { Environment } from '../../environments/environment.schema.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { openCredentials } from '../../integrations/credentials/sealed-credentials.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { contextText, isHashOf } from './session-hashes.js';

/** The proofs a session is asked for with, and the context that the second one is of. */
export interface SessionProof {
  subscriberHash?: string;
  context?: Record<string, unknown>;
  contextHash?: string;
}

/** Decides whether a browser may open the inbox it asks for (behaviour C8). */
@Injectable()
export class SessionProofs {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly secretBox: SecretBox,
  ) {}

  /**
   * Whether the application's server has vouched for this subscriber. Throws 400 when it has not, or not for the
   * context, in an environment that asks for it: the credential `hmac` of its in-app integration says so, else its type
   * does. Only environments of type `dev` do not ask unless they are told to.
   */
  check(
    environment: Environment,
    inApp: Integration,
    subscriberId: string,
    { subscriberHash, context, contextHash }: SessionProof,
  ): boolean {
    const keys = this.environments.readableKeys(environment);
    const isProven = isHashOf(subscriberId, subscriberHash, keys);
    if (!this.isRequired(environment, inApp)) return isProven;
    if (!isProven) throw new BadRequestException(refusal('subscriberHash', subscriberHash, 'subscriberId'));
    const hasContext = context !== undefined && Object.keys(context).length > 0;
    if (hasContext && !isHashOf(contextText(context), contextHash, keys)) {
      throw new BadRequestException(refusal('contextHash', contextHash, 'contextText'));
    }
    return true;
  }

  private isRequired({ type }: Environment, { _id, credentials }: Integration): boolean {
    const { hmac } = openCredentials(this.secretBox, _id, credentials);
    return hmac === undefined ? type !== 'dev' : hmac === true;
  }
}

/** Says what is wrong and how to make it right; `text` is what is hashed. */
function refusal(field: string, given: string | undefined, text: 'subscriberId' | 'contextText'): string {
  const problem = given === undefined ? `${field} is missing` : `${field} is not right`;
  const what =
    text === 'subscriberId'
      ? 'of the subscriberId'
      : 'of the context as JSON without white space, the members of each object in the order of their names';
  return (
    `${problem}: this environment asks for proof that your server knows the user. It is the HMAC-SHA256 ${what}, ` +
    'in hexadecimal, with an API key of this environment. On your server, in Node: ' +
    `require('node:crypto').createHmac('sha256', apiKey).update(${text}).digest('hex'). ` +
    'The credential hmac of the in-app integration switches this on and off.'
  );
}
