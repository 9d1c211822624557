import { isUrl } from '#libs/url/is-url.js';
import { type AccessToken, AccessTokens } from '../kit/access-tokens.js';
import { type Account, AccountError, optionalText, text, withoutSecrets } from '../kit/account.js';
import { EarlierProblem } from '../kit/http/http-provider.js';
import { fetchOAuthToken } from '../kit/http/oauth-token.js';
import type { World } from '../kit/provider.js';

/** Where tokens of mailboxes are fetched, when the account does not say. */
const GOOGLE = 'https://oauth2.googleapis.com/token';
/** What a token of Microsoft 365 is for: https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth */
const MICROSOFT_SCOPE = 'https://outlook.office365.com/.default';

/** The request for a token with which a mailbox logs in (XOAUTH2). */
export interface TokenRequest {
  url: string;
  form: Record<string, string | undefined>;
}

/** Whether an account logs in with a token, and not with a password. */
export function hasToken({ authType = '' }: Account): boolean {
  return authType !== '' && authType !== 'password';
}

/**
 * The request for tokens of an account that does not log in by password; undefined for one that does. Throws
 * {@link AccountError} when it is incomplete.
 */
export function tokenRequestOf(account: Account): TokenRequest | undefined {
  const kind = optionalText(account, 'authType');
  if (!hasToken(account)) return undefined;
  const tenant = optionalText(account, 'tenantId');
  const client = { client_id: text(account, 'clientId'), client_secret: text(account, 'clientSecret') };
  const scope = optionalText(account, 'scope');
  if (kind === 'refresh_token') {
    const refresh_token = text(account, 'refreshToken');
    return { url: addressOf(account, tenant) ?? GOOGLE, form: { grant_type: kind, refresh_token, ...client, scope } };
  }
  const url = addressOf(account, tenant);
  if (url === undefined)
    throw new AccountError('the integration needs the credential "tenantId", or "tokenUrl" for another service');
  return { url, form: { grant_type: kind, ...client, scope: scope ?? (tenant && MICROSOFT_SCOPE) } };
}

function addressOf(account: Account, tenant: string | undefined): string | undefined {
  const given = optionalText(account, 'tokenUrl');
  if (given === undefined)
    return tenant && `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  if (!/^https?:\/\//i.test(given) || !isUrl(given))
    throw new AccountError('the credential "tokenUrl" of the integration is not an address');
  return given;
}

/**
 * Fetches a token with the newest refresh token, and stores the one that replaces it (behaviour G17). `refused`: the refresh
 * token of an earlier try, for which another process had stored its successor.
 */
async function fetchToken(account: Account, world: World, refused?: string): Promise<AccessToken> {
  const stored = account.authType === 'refresh_token' ? world.stored : undefined;
  const newest = async (): Promise<string | undefined> =>
    (await stored?.read('refreshToken')) ?? optionalText(account, 'refreshToken');
  const used = await newest();
  const current: Account = { ...account, ...(used !== undefined && { refreshToken: used }) };
  try {
    const { refreshToken, ...token } = await fetchOAuthToken(tokenRequestOf(current)!, world);
    if (used !== undefined && refreshToken !== undefined && refreshToken !== used)
      await stored?.replace('refreshToken', used, refreshToken);
    return token;
  } catch (error) {
    if (!(error instanceof EarlierProblem)) throw error;
    if (refused === undefined && (await newest()) !== used) return fetchToken(account, world, used);
    throw new EarlierProblem({ ...error.problem, error: withoutSecrets(error.problem.error, current) });
  }
}

/** The tokens of mailboxes. A token that a server refuses is forgotten, and fetched once more. */
export class MailboxTokens {
  private readonly tokens = new AccessTokens();

  /**
   * Calls `run` with the token of the account, and once more with a new one when `isRefused` says so of its result. Without
   * a token for accounts that log in by password.
   */
  async with<T>(
    account: Account,
    world: World,
    run: (token?: string) => Promise<T>,
    isRefused: (result: T) => boolean,
  ): Promise<T> {
    if (!tokenRequestOf(account)) return run();
    const before = this.tokens.current(account);
    const fetch = (): Promise<AccessToken> => fetchToken(account, world);
    const result = await run(await this.tokens.of(account, world.now(), fetch));
    if (!isRefused(result) || !this.tokens.replace(account, before, world.now())) return result;
    return run(await this.tokens.of(account, world.now(), fetch));
  }

  forget(account: Account): void {
    this.tokens.forget(account);
  }
}
