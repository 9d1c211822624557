import type { ConnectionAuth, Workspace } from '../../connections/channel-connection.schema.js';
import type { TypedEndpoint } from '../../endpoints/channel-endpoints.service.js';

/** What Carillon is at a provider. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** Where somebody is sent to agree, and what to. */
export interface Authorization {
  clientId: string;
  /** What the provider hands back with the answer. */
  state: string;
  redirectUri: string;
  /** What the bot may do in the workspace; none when only a person is to be known. */
  scopes: readonly string[];
  /** What Carillon may know of the person. */
  userScopes: readonly string[];
}

/** What somebody has agreed to: a workspace with its tokens, and who they are there; each where it was asked for. */
export interface Grant {
  workspace?: Workspace;
  auth?: ConnectionAuth;
  user?: TypedEndpoint;
}

/** The provider gave nothing for the code. The message says why, without secrets. */
export class NotGrantedError extends Error {
  override readonly name = 'NotGrantedError';
}

/** A provider where people agree by OAuth. */
export interface OAuthProvider {
  defaultScopes: readonly string[];
  defaultUserScopes: readonly string[];
  /** The address to send somebody to. */
  authorizeUrl(authorization: Authorization): string;
  /** Exchanges what they come back with. Throws {@link NotGrantedError}. */
  exchange(code: string, redirectUri: string, client: OAuthClient): Promise<Grant>;
}
