import { isUrl } from '#libs/url/is-url.js';
import { type AccessToken, AccessTokens } from '../kit/access-tokens.js';
import { type Account, AccountError, optionalText, text } from '../kit/account.js';
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

/**
 * The request for tokens of an account that does not log in by password; undefined for one that does. Throws
 * {@link AccountError} when it is incomplete.
 */
export function tokenRequestOf(account: Account): TokenRequest | undefined {
  const kind = optionalText(account, 'authType') ?? 'password';
  if (kind === 'password') return undefined;
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
    const request = tokenRequestOf(account);
    if (!request) return run();
    const before = this.tokens.current(account);
    const fetch = (): Promise<AccessToken> => fetchOAuthToken(request, world);
    const result = await run(await this.tokens.of(account, world.now(), fetch));
    if (!isRefused(result) || !this.tokens.replace(account, before, world.now())) return result;
    return run(await this.tokens.of(account, world.now(), fetch));
  }

  forget(account: Account): void {
    this.tokens.forget(account);
  }
}
