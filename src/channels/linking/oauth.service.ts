import { BadRequestException, Injectable } from '@nestjs/common';
import { isUrl } from '#libs/url/is-url.js';
import { ChannelConnectionsService, inMode } from '../connections/channel-connections.service.js';
import type { ConnectionMode } from '../connections/channel-connection.schema.js';
import { ChannelEndpointsService } from '../endpoints/channel-endpoints.service.js';
import { ChannelOwnersService, type OwnerRequest } from '../owners/channel-owners.service.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { openCredentials } from '../../integrations/credentials.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { Logger } from '../../platform/logging/logger.js';
import { ChatLinksService, type TakenLink } from './chat-links.service.js';
import { type Grant, NotGrantedError, type OAuthClient, type OAuthProvider, SlackProvider } from './slack.provider.js';

/** The path that providers redirect users to. */
const CALLBACK_PATH = '/v1/integrations/chat/oauth/callback';

/** A request for an authorization address. */
interface OAuthRequest extends OwnerRequest {
  connectionIdentifier?: string;
  /** The default is that of the provider, like for `userScope`. */
  scope?: string[];
  userScope?: string[];
}

/** The result of the authorization: a connection, with or without a link of the user who makes it, or a link alone. */
type OAuthGoal = { mode: 'connect'; connectionMode: ConnectionMode; linksUser: boolean } | { mode: 'link_user' };

/** The parameters that a user returns with. */
interface OAuthReturn {
  state: string;
  code?: string;
  error?: string;
}

/** Sends users to chat providers, and stores what they have granted when they return. */
@Injectable()
export class OAuthService {
  private readonly providers: Readonly<Record<string, OAuthProvider>>;

  constructor(
    slack: SlackProvider,
    private readonly owners: ChannelOwnersService,
    private readonly links: ChatLinksService,
    private readonly connections: ChannelConnectionsService,
    private readonly endpoints: ChannelEndpointsService,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    this.providers = { slack };
  }

  /** Returns the authorization address. Throws 404 and 422 for the owner, 400 when the integration has no OAuth. */
  async urlFor(environment: EnvironmentRef, request: OAuthRequest, goal: OAuthGoal): Promise<string> {
    const { connectionIdentifier } = request;
    const owner = await this.owners.resolve(environment, request);
    const provider = this.providerOf(owner.integration);
    const { clientId } = this.clientOf(owner.integration);
    if (goal.mode === 'connect') inMode(owner, goal.connectionMode);
    // A new connection may have any name; a user is linked to an existing one.
    else if (connectionIdentifier !== undefined) await this.connections.findOrFail(environment, connectionIdentifier);
    const details = {
      ...(connectionIdentifier !== undefined && { connectionIdentifier }),
      ...(goal.mode === 'connect' && {
        connectionMode: goal.connectionMode,
        linksUser: goal.linksUser && owner.subscriber !== undefined,
      }),
    };
    const { token } = await this.links.issue(environment, goal.mode, owner, details);
    const { scope = provider.defaultScopes, userScope = provider.defaultUserScopes } = request;
    return provider.authorizeUrl({
      clientId,
      state: token,
      redirectUri: this.redirectUri,
      scopes: goal.mode === 'connect' ? scope : [],
      userScopes: goal.mode === 'connect' ? [] : userScope,
    });
  }

  /**
   * Stores what a user has granted. Returns the integration's address to redirect the user to, if any. Throws 400 when
   * the state is unknown or has expired, or when nothing was granted.
   */
  async complete({ state, code, error }: OAuthReturn): Promise<string | undefined> {
    const taken = await this.links.take(state, ['connect', 'link_user']);
    if (!taken) throw new BadRequestException('This link is not valid, was used already, or has expired');
    if (code === undefined) {
      throw new BadRequestException(error === 'access_denied' ? 'Access was denied' : 'Nothing was granted');
    }
    const { integration } = taken.owner;
    try {
      await this.store(
        taken,
        await this.providerOf(integration).exchange(code, this.redirectUri, this.clientOf(integration)),
      );
    } catch (failure) {
      if (!(failure instanceof NotGrantedError)) throw failure;
      this.logger.warn(
        {
          environmentId: integration.environmentId.toHexString(),
          integrationId: integration._id.toHexString(),
          err: failure,
        },
        'A chat provider has granted nothing',
      );
      throw new BadRequestException(failure.message);
    }
    return this.redirectUrlOf(integration);
  }

  private async store({ link, owner }: TakenLink, { workspace, auth, user }: Grant): Promise<void> {
    const { purpose, connectionIdentifier, connectionMode = 'subscriber', linksUser = false } = link;
    if (purpose === 'link_user') {
      if (!user) throw new NotGrantedError('The provider does not say who has agreed');
      return this.endpoints.link(owner, user, connectionIdentifier);
    }
    if (!workspace || !auth) throw new NotGrantedError('The provider has given no access to a workspace');
    const connection = await this.connections.store(
      inMode(owner, connectionMode),
      { workspace, auth },
      connectionIdentifier,
    );
    if (linksUser && user && owner.subscriber) await this.endpoints.link(owner, user, connection.identifier);
  }

  private providerOf({ channel, providerId, identifier }: Integration): OAuthProvider {
    const provider = channel === 'chat' && Object.hasOwn(this.providers, providerId) && this.providers[providerId];
    if (provider) return provider;
    throw new BadRequestException(`The provider of '${identifier}' (${providerId}) has no OAuth`);
  }

  private clientOf({ _id, credentials, identifier }: Integration): OAuthClient {
    const { clientId, secretKey } = openCredentials(this.secretBox, _id, credentials);
    if (typeof clientId === 'string' && typeof secretKey === 'string') return { clientId, clientSecret: secretKey };
    throw new BadRequestException(`The credentials of '${identifier}' lack clientId or secretKey`);
  }

  /** Returns the address that the owner of the integration has entered, never one from a request. */
  private redirectUrlOf({ _id, credentials }: Integration): string | undefined {
    const { redirectUrl } = openCredentials(this.secretBox, _id, credentials);
    return typeof redirectUrl === 'string' && /^https?:\/\//i.test(redirectUrl) && isUrl(redirectUrl)
      ? new URL(redirectUrl).href
      : undefined;
  }

  private get redirectUri(): string {
    return publicAddress(this.config, CALLBACK_PATH);
  }
}
