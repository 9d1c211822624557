import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderEvent, WebhookFormat, WebhookRequest } from '../webhooks/webhook-format.js';

/** When the example is posted. */
export const REPORTED_AT = new Date('2026-02-03T04:05:06.000Z');

/** Where it is posted to. */
const REPORTS_URL = 'https://notify.example.com/v2/inbound-webhooks/delivery-providers/6925a1f0/6925a1f1';

const FIVE_MINUTES_MS = 300_000;

/** A documented request of a provider, and the expected events. */
interface ReportsExample {
  /** A value that is posted as JSON, or with `form` the fields of a form. */
  body: object;
  form?: true;
  key: string;
  /** The member of the body with the signature, when it is not in a header. Default: `signature`. */
  proof?: string;
  /** The headers by which the provider proves that it has the key. Absent: the body carries the proof. */
  prove?: (request: Pick<WebhookRequest, 'url' | 'rawBody'>) => IncomingHttpHeaders;
  /** The parts that the signature covers. One that covers its time is valid for five minutes. */
  covers?: readonly ('body' | 'url' | 'time')[];
  events: Partial<ProviderEvent>[];
  /** Bodies that report nothing about a delivery. */
  silent?: readonly unknown[];
  /** Bodies that are not in the format. */
  malformed?: readonly unknown[];
}

/** A request as the controller passes it on. */
export function posted(body: unknown, form?: true): WebhookRequest {
  const rawBody = form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
  return { url: REPORTS_URL, headers: {}, rawBody, body };
}

/** The tests that the reports of every provider pass (behaviour S8, B4). */
export function reports(format: WebhookFormat, example: ReportsExample): void {
  const { body, form, key, proof = 'signature', prove, covers = [], events, silent = [], malformed = [] } = example;
  const unproven = posted(prove ? body : { ...body, [proof]: undefined }, form);
  const genuine = prove ? { ...unproven, headers: prove(unproven) } : posted(body, form);
  const isAuthentic = (request: WebhookRequest, at = REPORTED_AT) => format.isAuthentic(request, key, at);

  it('S8: are understood', () => {
    expect(format.read(genuine)).toEqual(events.map((event) => expect.objectContaining(event)));
  });

  it('B4: are authentic with their proof, and only with the right key', () => {
    expect(isAuthentic(genuine)).toBe(true);
    expect(format.isAuthentic(genuine, 'another key', REPORTED_AT)).toBe(false);
    expect(format.isAuthentic(genuine, '', REPORTED_AT)).toBe(false);
  });

  it('B4: are not authentic without a proof, or with a damaged one', () => {
    expect(isAuthentic(unproven)).toBe(false);
    for (const name of Object.keys(genuine.headers)) {
      const damaged = { ...genuine, headers: { ...genuine.headers, [name]: 'x' } };
      expect({ name, is: isAuthentic(damaged) }).toEqual({ name, is: false });
    }
  });

  it('B4: name the headers that may have the proof, unless the body has it', () => {
    const { proofHeaders } = format;
    expect(proofHeaders !== undefined).toBe(prove !== undefined);
    if (proofHeaders) expect(Object.keys(genuine.headers).some((name) => proofHeaders.includes(name))).toBe(true);
  });

  if (covers.includes('body')) {
    it('B4: are not authentic with another body', () => {
      const altered = posted(Array.isArray(body) ? [...(body as object[]), {}] : { ...body, altered: '1' }, form);
      expect(isAuthentic({ ...altered, headers: genuine.headers })).toBe(false);
    });
  }

  if (covers.includes('url')) {
    it('B4: are not authentic at another address', () => {
      expect(isAuthentic({ ...genuine, url: `${genuine.url}0` })).toBe(false);
    });
  }

  if (covers.includes('time')) {
    it('B4: are not authentic for more than five minutes', () => {
      const after = (ms: number) => isAuthentic(genuine, new Date(REPORTED_AT.getTime() + ms));
      expect([-FIVE_MINUTES_MS - 1000, -FIVE_MINUTES_MS, FIVE_MINUTES_MS, FIVE_MINUTES_MS + 1000].map(after)).toEqual([
        false,
        true,
        true,
        false,
      ]);
    });
  }

  if (silent.length > 0) {
    it.each(silent.map((nothing) => [nothing]))('are left out when they say nothing: %j', (nothing) => {
      expect(format.read(posted(nothing, form))).toEqual([]);
    });
  }

  if (malformed.length > 0) {
    it.each(malformed.map((wrong) => [wrong]))('are refused in the wrong form: %j', (wrong) => {
      expect(() => format.read(posted(wrong, form))).toThrow(expect.objectContaining({ name: 'WebhookBodyError' }));
    });
  }
}
