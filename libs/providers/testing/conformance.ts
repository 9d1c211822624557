import { isUrl } from '#libs/url/is-url.js';
import { Readable } from 'node:stream';
import type { Content, EmailContent } from '../kit/content.js';
import type { HttpRequest, HttpResponse } from '../kit/http/http-exchange.js';
import type { Provider, ProviderMessage, SendResult, World } from '../kit/provider.js';
import type { Account, CredentialKey } from '../kit/account.js';
import { FakeService, type ReceivedRequest, type ServiceResponse } from './fake-service.js';

type StatusReply = Extract<ServiceResponse, { status: number }>;

/** Input of a provider and the documented behaviour of its service, for {@link conforms}. */
export interface Conformance<C extends Content> {
  account: Account;
  content: C;
  overrides?: Record<string, unknown>;
  /** The documented request. `headers`: only the relevant ones; the body is compared byte for byte. */
  request: { method: string; url: string; headers: Record<string, string>; body: string };
  /** Reads an encrypted body. */
  readBody?: (body: Buffer) => string;
  /** A documented success response, and the id in it. */
  accepted: StatusReply & { id?: string };
  /** A documented response to a request that will never be accepted. */
  refused: StatusReply;
  /** A documented response for a device or address that no longer exists; absent when the service has none. */
  unknownTarget?: StatusReply;
  /** A temporary refusal that the status does not show. */
  busy?: StatusReply;
  /** The meaning of 200 with a body that is not of this service; default: nobody knows whether it was accepted. */
  malformed?: 'sent';
  /** The header that carries the key of the message; absent where the service recognizes no repetitions. */
  idempotencyHeader?: string;
  /** Responds to requests before that of the message, such as one for a token; undefined for the message. */
  before?: (request: ReceivedRequest) => StatusReply | undefined;
  now?: Date;
  /** Secrets in the message itself. */
  secrets?: readonly string[];
  /** Keys that are needed to connect users with the service, and not to send. */
  unused?: readonly CredentialKey[];
}

const KEY = '6925a1f0c0ffee0123456789';

/** The tests that every HTTP provider passes. */
export function conforms<C extends Content>(provider: Provider<C>, sample: Conformance<C>): void {
  describe(`${provider.channel} with ${provider.id}`, () => {
    let service: FakeService;
    beforeAll(async () => {
      service = await FakeService.start();
    });
    afterAll(() => service.close());
    beforeEach(() => {
      service.received.length = 0;
    });

    async function sending(response: ServiceResponse): Promise<SendResult> {
      service.respond = (request) => sample.before?.(request) ?? response;
      const message: ProviderMessage<C> = { key: KEY, content: sample.content, overrides: sample.overrides ?? {} };
      return provider.send(message, sample.account, worldOf(service, sample.now));
    }

    const theMessage = (): ReceivedRequest => service.received.find((one) => !sample.before?.(one))!;

    it('sends the documented request', async () => {
      await sending(sample.accepted);
      const { method, url, headers, body } = theMessage();
      const named = Object.fromEntries(Object.keys(sample.request.headers).map((name) => [name, headers[name]]));
      const read = sample.readBody?.(body) ?? body.toString();
      expect({ method, url, headers: named, body: read }).toEqual(sample.request);
    });

    it('reads the documented success', async () => {
      const { id } = sample.accepted;
      expect(await sending(sample.accepted)).toEqual({ ok: true, ...(id !== undefined && { id }) });
    });

    it('S1: a refusal is permanent', async () => {
      expect(await sending(sample.refused)).toMatchObject({
        ok: false,
        kind: 'permanent',
        statusCode: sample.refused.status,
      });
    });

    it('S1: 429 is transient, and Retry-After is honoured', async () => {
      const busy = { status: 429, headers: { 'retry-after': '7' } };
      expect(await sending(busy)).toMatchObject({ ok: false, kind: 'transient', statusCode: 429, retryAfterMs: 7000 });
    });

    it.each([500, 502, 503, 504, 408])('S1: %d is transient', async (status) => {
      expect(await sending({ status })).toMatchObject({ ok: false, kind: 'transient', statusCode: status });
    });

    if (sample.busy) {
      const { busy } = sample;
      it('S1: a refusal that may pass is transient', async () => {
        expect(await sending(busy)).toMatchObject({ ok: false, kind: 'transient' });
      });
    }

    if (sample.unknownTarget) {
      const { unknownTarget } = sample;
      it('U3: a target that the service no longer knows is recognized', async () => {
        expect(await sending(unknownTarget)).toMatchObject({ ok: false, kind: 'invalid_target' });
      });
    }

    it('S2: without a response it is unknown whether it was sent', async () => {
      expect(await sending('silence')).toMatchObject({ ok: false, kind: 'transient', ambiguous: true });
    });

    it.each(['<html>', '', '[]', 'null', '{"unknown":true}'])('copes with the response %p', async (body) => {
      const result = await sending({ status: 200, body });
      if (sample.malformed === 'sent') expect(result).toMatchObject({ ok: true });
      else expect(result).toMatchObject({ ok: false, kind: 'transient', fault: 'passing', ambiguous: true });
    });

    it.each([400, 500])('never repeats a secret that comes back with status %d', async (status) => {
      const result = await sending({ echo: status });
      const shown = JSON.stringify(result);
      expect(result.ok).toBe(false);
      for (const secret of [...secretsOf(sample.account), ...(sample.secrets ?? [])])
        expect(shown).not.toContain(secret);
    });

    it('says what the account lacks instead of asking', async () => {
      const message: ProviderMessage<C> = { key: KEY, content: sample.content, overrides: {} };
      const dispensable = new Set<CredentialKey>([...DISPENSABLE, ...(sample.unused ?? [])]);
      for (const key of provider.keys?.needed?.filter((one) => !dispensable.has(one)) ?? []) {
        const { [key]: _missing, ...account } = sample.account;
        const result = await provider.send(message, account, worldOf(service, sample.now));
        expect(result).toMatchObject({ ok: false, kind: 'permanent' });
        expect(result.ok ? '' : result.error).toContain(key);
      }
      expect(service.received).toEqual([]);
    });

    it('is said to be documented somewhere', () => {
      expect(isUrl(provider.documentation)).toBe(true);
    });

    const { idempotencyHeader } = sample;
    if (idempotencyHeader !== undefined) {
      it('S2: passes the key of the message', async () => {
        await sending(sample.accepted);
        expect(theMessage().headers[idempotencyHeader]).toContain(KEY);
      });
    }
  });
}

/** A message can be sent without these, because the trigger may set them or they may be absent. */
const DISPENSABLE: readonly CredentialKey[] = ['from', 'senderName'];
const OPEN = new Set<string>([
  ...DISPENSABLE,
  'host',
  'port',
  'domain',
  'region',
  'baseUrl',
  'projectName',
  'channelId',
]);

function secretsOf(account: Account): string[] {
  return Object.entries(account).flatMap(([key, value]) =>
    typeof value === 'string' && value.length >= 6 && !OPEN.has(key)
      ? [value, Buffer.from(value).toString('base64'), encodeURIComponent(value)]
      : [],
  );
}

/** A `World` whose requests all go to a fake service. */
export function worldOf(service: FakeService, now = new Date('2026-03-01T12:00:00Z')): World {
  return {
    http: service.exchange(),
    connect: () => Promise.reject(new Error('A provider that speaks HTTP needs no connection')),
    now: () => now,
    signal: new AbortController().signal,
  };
}

/** A message to send, and the response of the service. */
interface OneSend<C extends Content> {
  content: C;
  account?: Account;
  overrides?: Record<string, unknown>;
  response?: Partial<HttpResponse>;
}

/** The result of sending one message, without a network. `request`: undefined when none was made. */
export async function oneSend<C extends Content>(
  provider: Provider<C>,
  { content, account = {}, overrides = {}, response }: OneSend<C>,
): Promise<{ request: HttpRequest | undefined; result: SendResult }> {
  let request: HttpRequest | undefined;
  const result = await provider.send({ key: 'message-key', content, overrides }, account, {
    http: (made) => {
      request = made;
      return Promise.resolve({ status: 200, headers: {}, body: '', ...response });
    },
    connect: () => Promise.reject(new Error('A provider that speaks HTTP needs no connection')),
    now: () => new Date('2026-03-01T12:00:00Z'),
    signal: new AbortController().signal,
  });
  return { request, result };
}

/** An email with every possible field. */
export const SAMPLE_EMAIL: EmailContent = {
  channel: 'email',
  to: ['ada@example.com', 'bob@example.com'],
  cc: ['carl@example.com'],
  bcc: ['log@example.com'],
  replyTo: 'help@example.com',
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: { 'X-Order': '7' },
  attachments: [{ name: 'a.txt', mime: 'text/plain', size: 2, open: () => Readable.from([Buffer.from('hi')]) }],
  customData: { order: 7, shop: 'north' },
};

/** The sender of the sample, as part of an account. */
export const SAMPLE_SENDER = { from: 'noreply@example.com', senderName: 'Example "Shop"' };
