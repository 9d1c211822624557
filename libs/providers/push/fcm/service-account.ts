import type { KeyObject } from 'node:crypto';
import { AccountError, text } from '../../kit/account/account.js';
import type { AccessToken } from '../../kit/proof/access-tokens.js';
import { askFirst, EarlierProblem } from '../../kit/http/earlier-request.js';
import { privateKeyOf, signedToken } from '../../kit/proof/json-web-token.js';
import type { Account, World } from '../../kit/provider.js';
import { readJson } from '../../kit/http/read-json.js';
import { formBody } from '../../kit/http/request-bodies.js';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** Google accepts no assertion that lives longer. */
const ASSERTION_SECONDS = 3600;
/** Tokens are replaced so long before they end: messages that are on their way must still arrive with them. */
const EARLY_MS = 300_000;

/** The key file of a service account of Google. */
export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: KeyObject;
  keyId?: string;
  tokenUri: string;
}

/** Which project an account sends for. Throws {@link AccountError} when its key file cannot be read. */
export function projectOf(account: Account): string {
  return member(keyFile(account), 'project_id');
}

/** Reads the key file of an account. Throws {@link AccountError} when it lacks something. */
export function serviceAccountOf(account: Account): ServiceAccount {
  const file = keyFile(account);
  const { private_key_id: keyId, token_uri: tokenUri } = file;
  return {
    projectId: member(file, 'project_id'),
    clientEmail: member(file, 'client_email'),
    privateKey: privateKeyOf(member(file, 'private_key'), 'serviceAccount'),
    ...(typeof keyId === 'string' && { keyId }),
    tokenUri: typeof tokenUri === 'string' && URL.canParse(tokenUri) ? tokenUri : TOKEN_URI,
  };
}

/** Exchanges what the service account signs for a token of the messaging API. */
export async function fetchAccessToken(
  { clientEmail, privateKey, keyId, tokenUri }: ServiceAccount,
  world: World,
): Promise<AccessToken> {
  const issuedAt = Math.floor(world.now().getTime() / 1000);
  const claims = { iss: clientEmail, scope: SCOPE, aud: tokenUri, iat: issuedAt, exp: issuedAt + ASSERTION_SECONDS };
  const { body } = await askFirst(
    {
      method: 'POST',
      url: tokenUri,
      ...formBody({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signedToken('RS256', keyId, claims, privateKey),
      }),
    },
    world,
  );
  const { access_token: token, expires_in: seconds } = readJson(body);
  if (typeof token !== 'string' || token === '') {
    throw new EarlierProblem({ ok: false, kind: 'transient', error: `${new URL(tokenUri).host} has given no token` });
  }
  return { token, lifetimeMs: (typeof seconds === 'number' ? seconds * 1000 : 0) - EARLY_MS };
}

function keyFile(account: Account): Record<string, unknown> {
  const file = readJson(text(account, 'serviceAccount'));
  if (Object.keys(file).length === 0) throw new AccountError('the credential "serviceAccount" is no key file in JSON');
  return file;
}

function member(file: Record<string, unknown>, name: string): string {
  const value = file[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new AccountError(`the credential "serviceAccount" has no "${name}"`);
}
