import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { Clock, later } from '../../platform/clock.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { type ProviderPerson, readClaims } from './claims.js';
import type { ProviderSettings } from './oidc-settings.js';
import { ProviderDeadline, providerFetch } from './provider-fetch.js';
import { ProviderMetadataError, throwRefusal } from './provider-refusal.js';

/** The path that the provider sends people back to. */
export const CALLBACK_PATH = '/v1/session/oidc/callback';

/** How far the clock of the provider may be off. */
const TOLERANCE_SECONDS = 60;

/** How long what the provider has published, with its keys, is used before it is read again. */
const METADATA_MS = 600_000;

/** What connects a request at the provider with the browser in which it was begun. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** Of PKCE: proves that who redeems the code is who asked for it. */
  verifier: string;
}

/** Sends people to the OpenID provider, and verifies what they come back with. */
@Injectable()
export class OidcProvider {
  private known?: { configuration: oidc.Configuration; until: Date };
  private loading?: Promise<oidc.Configuration>;

  constructor(
    private readonly config: Config,
    private readonly http: GuardedHttp,
    private readonly deadline: ProviderDeadline,
    private readonly clock: Clock,
  ) {}

  newSecrets(): SignInSecrets {
    return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  }

  /** The address at the provider where a person signs in. Throws 503 when the provider does not respond. */
  async signInUrl(provider: ProviderSettings, { state, nonce, verifier }: SignInSecrets): Promise<URL> {
    try {
      return oidc.buildAuthorizationUrl(await this.configurationOf(provider), {
        redirect_uri: this.redirectUri,
        scope: this.config.oidcScopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    } catch (error) {
      return throwRefusal(error);
    }
  }

  /**
   * Redeems the code that a person came back with and verifies who they are: signature, issuer, audience, nonce and expiry
   * of the identity token. `query` is that of the callback, as it was sent. Throws 401, 403 or 503.
   */
  async redeem(
    provider: ProviderSettings,
    query: string,
    { state, nonce, verifier }: SignInSecrets,
  ): Promise<ProviderPerson> {
    const url = new URL(this.redirectUri);
    url.search = query;
    try {
      const configuration = await this.configurationOf(provider);
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      verifyMore(claims, provider);
      const person = readClaims(claims, this.config);
      if (!this.lacks(person, configuration)) return person;
      const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return readClaims(claims, this.config, more);
    } catch (error) {
      return throwRefusal(error);
    }
  }

  /** The address under which the provider has to know this service. */
  get redirectUri(): string {
    return publicAddress(this.config, CALLBACK_PATH);
  }

  /** Some providers put little into the identity token, and the rest where it is asked for. */
  private lacks({ email, groups }: ProviderPerson, configuration: oidc.Configuration): boolean {
    const isMissing = email === undefined || (this.config.oidcRoles !== undefined && groups === undefined);
    return isMissing && configuration.serverMetadata().userinfo_endpoint !== undefined;
  }

  /** One look-up at a time, and none while what was found is recent. A failure is not kept. */
  private async configurationOf(provider: ProviderSettings): Promise<oidc.Configuration> {
    const now = this.clock.now();
    if (this.known && this.known.until > now) return this.known.configuration;
    this.loading ??= this.discover(provider).finally(() => (this.loading = undefined));
    const configuration = await this.loading;
    this.known = { configuration, until: later(now, METADATA_MS) };
    return configuration;
  }

  private async discover({ issuer, clientId }: ProviderSettings): Promise<oidc.Configuration> {
    const secret = this.config.oidcClientSecret;
    const configuration = await oidc
      .discovery(
        issuer,
        clientId,
        { [oidc.clockTolerance]: TOLERANCE_SECONDS },
        secret === undefined ? oidc.None() : clientSecret(secret),
        {
          [oidc.customFetch]: providerFetch(this.http, this.deadline, issuer),
          timeout: this.deadline.seconds,
          // By default, openid-client trusts TLS instead of verifying the signature of an identity token.
          execute: [oidc.enableNonRepudiationChecks, ...insecureWhereLocal(issuer)],
        },
      )
      .catch((error: unknown) => {
        throw new ProviderMetadataError('The metadata of the provider cannot be read', { cause: error });
      });
    // openid-client makes exceptions for addresses that sign in the people of many organizations.
    const named = configuration.serverMetadata().issuer;
    if (new URL(named).href !== issuer.href)
      throw new ProviderMetadataError(`The provider names itself ${named}, and OIDC_ISSUER is ${issuer.href}`);
    return configuration;
  }
}

/** What openid-client does not verify. */
function verifyMore({ azp, sub }: oidc.IDToken, { clientId }: ProviderSettings): void {
  // It looks at the party only where the audience has several values.
  if (azp !== undefined && azp !== clientId)
    throw new oidc.ClientError('The identity token was issued to another client');
  if (!SUBJECT.test(sub)) throw new oidc.ClientError('The subject is not a text of 1 to 255 characters');
}

/** As long as the specification allows, without what a store could change: two people must never become one. */
const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** The setting allows http for this machine alone. */
function insecureWhereLocal({ protocol }: URL): ((configuration: oidc.Configuration) => void)[] {
  return protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
}

/** Sends the secret in the way that the provider takes; where it does not say, in the header. */
function clientSecret(secret: string): oidc.ClientAuth {
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return way(secret)(server, ...rest);
  };
}
