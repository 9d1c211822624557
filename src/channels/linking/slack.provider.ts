import { Injectable } from '@nestjs/common';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { isObject } from '../../platform/values/is-object.js';
import type { ConnectionAuth, Workspace } from '../connections/channel-connection.schema.js';
import type { TypedEndpoint } from '../endpoints/channel-endpoints.service.js';

/** The OAuth client of an integration at its provider. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** The parameters of an authorization request. */
interface Authorization {
  clientId: string;
  /** The provider returns it with the code. */
  state: string;
  redirectUri: string;
  /** Scopes of the bot in the workspace; none when only a user is to be identified. */
  scopes: readonly string[];
  /** Scopes of the user's own data. */
  userScopes: readonly string[];
}

/** Access that a user has granted: a workspace with its tokens, and their identity there; each if it was requested. */
export interface Grant {
  workspace?: Workspace;
  auth?: ConnectionAuth;
  user?: TypedEndpoint;
}

/** The provider granted nothing for the code. The message says why, without secrets. */
export class NotGrantedError extends Error {
  override readonly name = 'NotGrantedError';
}

/** A provider that users authorize by OAuth. */
export interface OAuthProvider {
  defaultScopes: readonly string[];
  defaultUserScopes: readonly string[];
  /** Returns the address of the authorization page. */
  authorizeUrl(authorization: Authorization): string;
  /** Exchanges the code that the user returns with. Throws {@link NotGrantedError}. */
  exchange(code: string, redirectUri: string, client: OAuthClient): Promise<Grant>;
}

const TIMEOUT_MS = 10_000;
const MS_PER_SECOND = 1000;
const MAX_REASON_LENGTH = 200;

type Fields = Readonly<Record<string, unknown>>;

/** Slack's OAuth, version 2: bots get tokens for a workspace, users are identified by their id there. */
@Injectable()
export class SlackProvider implements OAuthProvider {
  readonly defaultScopes = [
    'chat:write',
    'chat:write.public',
    'channels:read',
    'groups:read',
    'users:read',
    'users:read.email',
  ];
  readonly defaultUserScopes = ['identity.basic'];

  constructor(
    private readonly http: GuardedHttp,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  authorizeUrl({ clientId, state, redirectUri, scopes, userScopes }: Authorization): string {
    const query = new URLSearchParams({
      client_id: clientId,
      ...(scopes.length > 0 && { scope: scopes.join(',') }),
      ...(userScopes.length > 0 && { user_scope: userScopes.join(',') }),
      redirect_uri: redirectUri,
      state,
    });
    return `${this.config.slackUrl}/oauth/v2/authorize?${query.toString()}`;
  }

  async exchange(code: string, redirectUri: string, { clientId, clientSecret }: OAuthClient): Promise<Grant> {
    const form = { code, redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret };
    const response = await this.http.send({
      method: 'POST',
      url: `${this.config.slackUrl}/api/oauth.v2.access`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      timeoutMs: TIMEOUT_MS,
    });
    if (!response.ok) throw new NotGrantedError(`Slack could not be asked: ${response.error}`);
    const granted = readJson(response.body);
    if (granted.ok !== true)
      throw new NotGrantedError(
        `Slack refuses: ${textIn(granted.error)?.slice(0, MAX_REASON_LENGTH) ?? response.statusCode}`,
      );
    const workspace = workspaceOf(granted);
    const auth = this.authOf(granted);
    const userId = textIn(memberOf(granted, 'authed_user').id);
    return {
      ...(workspace && { workspace }),
      ...(auth && { auth }),
      ...(userId !== undefined && { user: { type: 'slack_user', endpoint: { userId } } }),
    };
  }

  private authOf({ access_token, refresh_token, expires_in }: Fields): ConnectionAuth | undefined {
    const accessToken = textIn(access_token);
    if (accessToken === undefined) return undefined;
    const refreshToken = textIn(refresh_token);
    const seconds = typeof expires_in === 'number' && expires_in > 0 ? expires_in : undefined;
    return {
      accessToken,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(seconds !== undefined && {
        expiresAt: later(this.clock.now(), seconds * MS_PER_SECOND).toISOString(),
      }),
    };
  }
}

/** An installation for a whole organization has no team, but an enterprise. */
function workspaceOf(granted: Fields): Workspace | undefined {
  const team = [memberOf(granted, 'team'), memberOf(granted, 'enterprise')].find(({ id }) => textIn(id) !== undefined);
  if (!team) return undefined;
  const [name, botUserId] = [textIn(team.name), textIn(granted.bot_user_id)];
  return {
    id: textIn(team.id)!,
    ...(name !== undefined && { name }),
    ...(botUserId !== undefined && { botUserId }),
  };
}

function readJson(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function memberOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isObject(value) ? value : {};
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
