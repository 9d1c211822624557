import { Injectable } from '@nestjs/common';
import type { ConnectionAuth, Workspace } from '../../connections/channel-connection.schema.js';
import { Clock } from '../../../platform/clock.js';
import { isObject } from '../../../platform/values/is-object.js';
import { Config } from '../../../platform/config/config.js';
import { GuardedHttp } from '../../../platform/outbound-http/guarded-http.js';
import {
  type Authorization,
  type Grant,
  NotGrantedError,
  type OAuthClient,
  type OAuthProvider,
} from './oauth-provider.js';

const TIMEOUT_MS = 10_000;
const MS_PER_SECOND = 1000;
const MAX_REASON_LENGTH = 200;

type Fields = Readonly<Record<string, unknown>>;

/** Slack's OAuth, version 2: bots get tokens for a workspace, people are known by their id there. */
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
    const answer = await this.http.send({
      method: 'POST',
      url: `${this.config.slackUrl}/api/oauth.v2.access`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      timeoutMs: TIMEOUT_MS,
    });
    if (!answer.ok) throw new NotGrantedError(`Slack could not be asked: ${answer.error}`);
    const granted = readJson(answer.body);
    if (granted.ok !== true)
      throw new NotGrantedError(
        `Slack refuses: ${textIn(granted.error)?.slice(0, MAX_REASON_LENGTH) ?? answer.statusCode}`,
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
        expiresAt: new Date(this.clock.now().getTime() + seconds * MS_PER_SECOND).toISOString(),
      }),
    };
  }
}

/** Of an installation for a whole organization there is no team, but an enterprise. */
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
