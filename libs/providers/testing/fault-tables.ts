import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Account } from '../kit/account.js';
import type { Content } from '../kit/content.js';
import type { Fault } from '../kit/fault.js';
import type { HttpRequest, HttpResponse } from '../kit/http/http-exchange.js';
import type { Provider, ProviderResult } from '../kit/provider.js';

/** A documented refusal: its status, its body (JSON, unless it is a text), and who has to act. */
type Row = readonly [status: number, body: unknown, expected: Fault | 'gone', headers?: Record<string, string>];

/** The documented refusals of a provider by the page that documents them. */
export interface FaultTableOf<C extends Content> {
  provider: Provider<C>;
  content: C;
  refusals: Readonly<Record<string, readonly Row[]>>;
  account?: Account;
}

/** The tests of the providers of a channel: each row has its fault, and no provider of `all` is without a table. */
export function saysWhoActs<C extends Content>(all: readonly Provider<C>[], tables: readonly FaultTableOf<C>[]): void {
  describe.each(tables)('$provider.id', ({ provider, content, refusals, account }) => {
    const rows = Object.entries(refusals).flatMap(([page, list]) =>
      list.map(([status, body, expected, headers]) => ({ page, status, body, expected, headers })),
    );
    it.each(rows)('S1: $status $body is for: $expected ($page)', async ({ status, body, expected, headers = {} }) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const result = await answered(provider, content, { ...EVERY_KEY, ...account }, { status, headers, body: text });
      const gone = expected === 'gone';
      expect(result).toMatchObject({ ok: false, fault: gone ? 'recipient' : expected });
      expect(!result.ok && result.kind === 'invalid_target').toBe(gone);
      if (expected === 'passing') expect(result).toMatchObject({ kind: 'transient' });
    });
  });

  it('S1: every provider has its table', () => {
    const ids = new Set(tables.map(({ provider }) => provider.id));
    expect(all.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
  });
}

/** The result when the service gives this response to the message, after the requests before that have succeeded. */
export function answered<C extends Content>(
  provider: Provider<C>,
  content: C,
  account: Account,
  response: HttpResponse,
): Promise<ProviderResult> {
  const http = ({ url }: HttpRequest): Promise<HttpResponse> => {
    const before = BEFORE.find(([part]) => url.includes(part));
    return Promise.resolve(before ? { status: 200, headers: {}, body: before[1] } : response);
  };
  return provider.send({ key: '6925a1f0c0ffee0123456789', content, overrides: {} }, account, {
    http,
    connect: () => Promise.reject(new Error('A provider that speaks HTTP needs no connection')),
    now: () => new Date('2026-03-01T12:00:00Z'),
    signal: new AbortController().signal,
  });
}

const BEFORE = [
  ['/token', '{"access_token":"token-1","expires_in":3600}'],
  ['/users/export/ids', '{"users":[{"external_id":"7"}]}'],
] as const;

const written = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const RSA_KEY = written(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
export const EC_KEY = written(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey);

const KEYS = `apiKey=key-123456 secretKey=secret-123456 user=user-1 password=password-1 token=token-123456
  from=+15005550006 senderName=Acme accountSid=AC1 messageProfileId=profile-1 region=eu baseUrl=https://api.example.com
  apiURL=https://api.example.com webhookUrl=https://example.com/hook AppIOBaseUrl=https://api.example.com
  domain=example.com apiToken=1:secret-token appID=app-1 applicationId=app-1 clientId=client-1 tenantId=tenant-1
  projectName=TEAM123456 instanceId=i-1 accessKey=endpoint=https://acs.example.com;accesskey=c2VjcmV0 appSid=app-1
  senderId=Acme idPath=id host=gateway.example.com port=13013 apiKeyRequestHeader=x-key
  secretKeyRequestHeader=x-secret phoneNumberIdentification=1`;

/** An account with every key that some provider needs. */
export const EVERY_KEY: Account = {
  ...Object.fromEntries(KEYS.split(/\s+/).map((one) => [one.replace(/=.*/, ''), one.replace(/^\w+=/, '')])),
  serviceAccount: JSON.stringify({ project_id: 'p', client_email: 'a@example.com', private_key: RSA_KEY }),
};
