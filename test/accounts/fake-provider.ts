import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const CLIENT = { id: 'carillon', secret: 'a secret/of the client' };

/** A person at the provider: their claims. */
export type Person = { sub: string } & Record<string, unknown>;

/** What a browser was sent to the provider with. */
interface Authorization {
  person: Person;
  nonce: string;
  challenge: string;
  redirectUri: string;
  clientId: string;
}

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

export type SigningKey = KeyPair & { kid: string };

/** What a test has the provider do otherwise. */
class Misbehaviour {
  /** Changes the claims of the next identity tokens. */
  forge: (claims: JWTPayload) => JWTPayload = (claims) => claims;
  /** Signs the next identity tokens with a key that is not published. */
  forgesSignature = false;
  /** Makes the next identity tokens. */
  makeToken?: (claims: JWTPayload) => unknown;
  /** Sends claims that are not about the sign-in itself from the userinfo endpoint alone. */
  hasThinTokens = false;
  /** Sends these claims from the userinfo endpoint. */
  userinfo?: object;
  /** Redeems codes without the verifier of PKCE. */
  isCareless = false;
  /** Takes requests, and responds to none. */
  isSilent = false;
  /** Replaces these members of the metadata. */
  publishes: Record<string, unknown> = {};
  /** Responses by path, in place of its own. */
  instead: Record<string, { status: number; body: string; headers?: Record<string, string> }> = {};
  /** Writes the response of a path itself. */
  writes: Record<string, (response: ServerResponse) => void> = {};
}

/** An OpenID provider on loopback: it does what the specification says, unless a test has it do something else. */
export class FakeOpenIdProvider extends Misbehaviour {
  /** Requests by path, with their bodies. */
  received: { path: string; body: string; authorization?: string }[] = [];
  /** The keys that it publishes. It signs with the last one. */
  keys: SigningKey[];
  private readonly codes = new Map<string, Authorization>();
  private readonly accessTokens = new Map<string, Person>();

  private constructor(
    private readonly server: Server,
    key: KeyPair,
    /** Is not published. */
    readonly foreignKey: KeyPair,
  ) {
    super();
    this.keys = [{ ...key, kid: 'one' }];
  }

  static async start(): Promise<FakeOpenIdProvider> {
    const [key, foreignKey] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    const server = createServer((request, response) => void fake.respond(request, response));
    const fake = new FakeOpenIdProvider(server, key, foreignKey);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on it does what the specification says, and has received nothing. */
  behave(): void {
    Object.assign(this, { makeToken: undefined, userinfo: undefined }, new Misbehaviour());
    this.received = [];
  }

  /** How many requests this path has received. */
  count(path: string): number {
    return this.received.filter((one) => one.path === path).length;
  }

  /** What happens in the browser: the person signs in, and is sent back to this address. */
  signIn(authorizationUrl: string, person: Person): URL {
    const { searchParams } = new URL(authorizationUrl);
    const given = (name: string) => searchParams.get(name) ?? '';
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, {
      person,
      nonce: given('nonce'),
      challenge: given('code_challenge'),
      redirectUri: given('redirect_uri'),
      clientId: given('client_id'),
    });
    const back = new URL(given('redirect_uri'));
    back.search = new URLSearchParams({ code, state: given('state'), session_state: 'x' }).toString();
    return back;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url!, this.issuer).pathname;
    const { authorization } = request.headers;
    const body = await text(request);
    this.received.push({ path, body, authorization });
    if (this.isSilent) return;
    if (this.writes[path]) return this.writes[path](response);
    const instead = this.instead[path];
    const [status, reply] = instead ? [instead.status, instead.body] : await this.reply(path, body, authorization);
    response.writeHead(status, { 'content-type': 'application/json', ...instead?.headers });
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
  }

  private async reply(path: string, body: string, authorization = ''): Promise<[status: number, body: object]> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return [200, this.metadata()];
      case '/jwks':
        return [200, { keys: await Promise.all(this.keys.map(publicJwk)) }];
      case '/token':
        return this.redeem(new URLSearchParams(body), authorization);
      case '/userinfo': {
        const person = this.accessTokens.get(authorization.replace('Bearer ', ''));
        return person ? [200, this.userinfo ?? person] : [401, {}];
      }
      default:
        return [404, {}];
    }
  }

  private metadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...this.publishes,
    };
  }

  /** Each code works once. */
  private async redeem(form: URLSearchParams, header: string): Promise<[status: number, body: object]> {
    const [id, secret] = Buffer.from(header.replace('Basic ', ''), 'base64').toString().split(':');
    const decoded = (part = '') => decodeURIComponent(part.replaceAll('+', ' '));
    if (decoded(id) !== CLIENT.id || decoded(secret) !== CLIENT.secret) return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const known = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || (!this.isCareless && known.challenge !== challenge) || known.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    const accessToken = randomBytes(16).toString('hex');
    this.accessTokens.set(accessToken, known.person);
    const idToken = await this.idToken(known);
    return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 60, id_token: idToken }];
  }

  private async idToken({ person, nonce, clientId }: Authorization): Promise<unknown> {
    const now = Math.floor(Date.now() / 1000);
    const about = this.hasThinTokens ? { sub: person.sub } : person;
    const claims = { ...about, iss: this.issuer, aud: clientId, nonce, iat: now, exp: now + 300 };
    if (this.makeToken) return this.makeToken(claims);
    const { kid, privateKey } = this.keys.at(-1)!;
    return signed(this.forge(claims), { kid }, this.forgesSignature ? this.foreignKey.privateKey : privateKey);
  }
}

/** A token with an RS256 signature. */
export function signed(claims: JWTPayload, header: object, key: KeyPair['privateKey']): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);
}

async function publicJwk({ publicKey, kid }: SigningKey): Promise<object> {
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
}
