import {
  ForbiddenException,
  type HttpException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { isObject } from '../../platform/values/is-object.js';
import { ProviderUnreachableError } from './provider-fetch.js';

/** What is published at the address of the issuer cannot be used. */
export class ProviderMetadataError extends Error {
  override readonly name = 'ProviderMetadataError';
}

/** Why the provider did not sign a person in, for the log: texts of errors, never tokens or claims. */
export function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let one = error; one instanceof Error && reasons.length < 5; one = one.cause) reasons.push(textOf(one));
  return [...new Set(reasons)].join(': ') || 'unknown';
}

function textOf(error: Error): string {
  const isOfProvider = error instanceof ResponseBodyError || error instanceof AuthorizationResponseError;
  const text = isOfProvider ? [error.error, error.error_description].filter(Boolean).join(', ') : error.message;
  return text.slice(0, MAX_TEXT);
}

/** The provider may send texts of any length. */
const MAX_TEXT = 300;

/** Errors of the provider that a person can cause or cure; all others are in its settings or ours. */
const OF_PERSON = new Set(['access_denied', 'consent_required', 'interaction_required', 'login_required']);

/** Failures of responses that are none of OpenID Connect. */
const NOT_CONFORM = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
]);

/** Failures of metadata that are read without failing, and then name a server that cannot be used, or none. */
const UNUSABLE_METADATA = new Set([
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
]);

/**
 * Throws what the person is told when the provider did not sign them in, with the failure as its cause. Other failures are
 * thrown as they are.
 */
export function throwRefusal(error: unknown): never {
  throw toRefusal(error) ?? error;
}

function toRefusal(error: unknown): HttpException | undefined {
  const options = { cause: error };
  if (error instanceof AuthorizationResponseError && OF_PERSON.has(error.error))
    return new ForbiddenException(
      refused(`The provider has not signed you in (${error.error})`, 'Begin again, and agree to what it asks.'),
      options,
    );
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return new UnauthorizedException(
      refused('The provider does not accept the code of this sign-in', 'A code works once, and for a short time.'),
      options,
    );
  if (
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  )
    return unavailable(
      `The provider does not sign in for this service (${'error' in error ? error.error.slice(0, MAX_TEXT) : error.status})`,
      'An administrator compares OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPES and the redirect address with what is registered there; the log has the reason.',
      options,
    );
  if (isUnreachable(error))
    return unavailable(
      'The provider does not respond as it should',
      'Try again in a moment. If that does not help, an administrator finds the reason in the log; owners can sign in with their password unless PASSWORD_SIGN_IN is off.',
      options,
    );
  if (error instanceof ProviderMetadataError || UNUSABLE_METADATA.has(codeOf(error)))
    return unavailable(
      'What the provider publishes does not fit the settings',
      'An administrator sets OIDC_ISSUER to the issuer exactly as the provider names itself; the log has the reason.',
      options,
    );
  // openid-client throws a TypeError where a value of the provider has a type that it does not expect.
  if (error instanceof ClientError || error instanceof TypeError)
    return new UnauthorizedException(
      refused('What the provider has sent does not prove who you are', 'Begin again. The log has the reason.'),
      options,
    );
  return undefined;
}

function isUnreachable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderUnreachableError) return true;
    if (one instanceof ClientError && NOT_CONFORM.has(codeOf(one))) return true;
  }
  return false;
}

function codeOf(error: unknown): string {
  return isObject(error) && typeof error.code === 'string' ? error.code : '';
}

function refused(message: string, hint: string): object {
  return { message, error: 'Sign-in failed', hint };
}

function unavailable(message: string, hint: string, options: { cause: unknown }): ServiceUnavailableException {
  return new ServiceUnavailableException({ message, error: 'Service Unavailable', hint }, options);
}
