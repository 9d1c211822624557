import type { AccessToken } from '../access-tokens.js';
import { readJson } from '../json.js';
import type { World } from '../provider.js';
import { EarlierProblem, preliminaryRequest, type Draft } from './http-provider.js';
import { problemFor } from './read-response.js';

/** Tokens are replaced this long before they expire, so that they remain valid for messages in flight. */
const EARLY_MS = 300_000;

/** `refreshToken`: the one to be used from now on, when the service has replaced it (RFC 6749, section 6). */
interface OAuthToken extends AccessToken {
  refreshToken?: string;
}

/**
 * Fetches a token of OAuth 2.0 (RFC 6749, section 5.1). Throws {@link EarlierProblem} when the service gives none: a refusal
 * is the account's fault.
 */
export async function fetchOAuthToken(request: Draft, world: World): Promise<OAuthToken> {
  const { body } = await preliminaryRequest(request, world);
  const { access_token: token, expires_in: seconds, refresh_token: refreshToken } = readJson(body);
  if (typeof token !== 'string' || token === '') {
    throw new EarlierProblem(problemFor('passing', `${new URL(request.url).host} has given no token`));
  }
  const lifetimeMs = (Number(seconds) || 0) * 1000 - EARLY_MS;
  return { token, lifetimeMs, ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }) };
}
