import type { LightMyRequestResponse } from 'fastify';
import { startTestApp, type TestApp } from '../test-app.js';
import { CLIENT, FakeOpenIdProvider, type Person } from './fake-provider.js';

const PUBLIC_URL = 'http://localhost:3000';
export const START = '/v1/session/oidc/start';
export const CALLBACK = '/v1/session/oidc/callback';

type Options = NonNullable<Parameters<typeof startTestApp>[0]>;

/** Starts an application whose people sign in at this provider. */
export function startWith(provider: FakeOpenIdProvider, { settings, ...options }: Options = {}): Promise<TestApp> {
  return startTestApp({
    ...options,
    settings: {
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ROLES: 'ops=admin,owners=owner,staff=viewer,staff=author@Development',
      ...settings,
    },
  });
}

/** A browser: it keeps cookies, and follows no redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    private test: TestApp,
    private readonly provider: FakeOpenIdProvider,
  ) {}

  /** From now on requests reach another process. */
  reach(test: TestApp): void {
    this.test = test;
  }

  async open(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.test.app.inject({
      url,
      headers: { host: 'localhost:3000', ...(cookie && { cookie }), ...headers },
    });
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Begins, and returns the address at the provider. */
  async begin(returnTo?: string): Promise<string> {
    const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
    const { statusCode, headers, body } = await this.open(`${START}${query}`);
    expect({ statusCode, body }).toEqual({ statusCode: 303, body: '' });
    return String(headers.location);
  }

  /** All of it: begins, signs in at the provider and comes back. */
  async signIn(person: Person, returnTo?: string): Promise<LightMyRequestResponse> {
    return this.comeBack(this.provider.signIn(await this.begin(returnTo), person));
  }

  comeBack({ pathname, search }: URL, headers?: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.open(`${pathname}${search}`, headers);
  }

  /** What an operation responds that the person may call in this environment, or may not. */
  async status(url: string, environment = 'Production'): Promise<number> {
    return (await this.open(url, { 'carillon-environment': environment })).statusCode;
  }
}
