import { performance } from 'node:perf_hooks';
import { BODIES } from '../bodies/bodies.js';
import { SESSION_BODIES } from '../bodies/session-bodies.js';
import { aForm, type FormFile } from '../builders/form.js';
import type { ApiRequest } from '../api-client.js';
import type { Documented, DocumentedOperation, Entrance, SeenResponse } from './documented.js';
import type { RandomValues, Schema } from './random-values.js';
import { takenBy, type Things } from './things.js';

/** An API that is walked over. */
export interface Surface {
  documented: Documented;
  send(request: ApiRequest): Promise<SeenResponse>;
}

/** What a round works with: things that are there, and how callers are let in. */
export interface Scenery {
  things: Things;
  authorization: Partial<Record<Entrance, string>>;
  /** More bodies that are in order, by operation. */
  bodies?: Record<string, (things: Things) => object>;
}

/** Operations after which the key or the session of the walk itself is no longer valid. */
const TAKES_OWN_KEY = /^(POST|DELETE) \/v1\/environments\/.*api-keys\/|^DELETE \/v1\/session$/;

const SLOW_MS = 2000;
/** Requests that are in order as they are, that are generated in order, and hostile ones: of each operation in a round. */
const KINDS = ['known', 'valid', 'hostile', 'hostile'] as const;

/** Sends requests to every operation of an API, and notes what its document does not allow. */
export class Walker {
  /** Problems, each with a request that shows it. */
  readonly findings = new Map<string, string>();
  readonly slow: string[] = [];
  /** How often which status was the response. */
  readonly statuses: Record<number, number> = {};
  /** Operations that succeeded. */
  readonly succeeded = new Set<string>();

  constructor(
    private readonly surface: Surface,
    private readonly values: RandomValues,
  ) {}

  /** The names of all operations. */
  get names(): string[] {
    return this.surface.documented.operations.map(({ name }) => name);
  }

  /** Once over all operations in random order; what deletes comes last, so that the others have something to work with. */
  async round(scenery: Scenery): Promise<void> {
    const isLast = ({ name }: DocumentedOperation) => /^DELETE|\/(rotate|delete|publish|removal)\b/.test(name);
    const order = this.surface.documented.operations
      .filter(({ name }) => !TAKES_OWN_KEY.test(name))
      .map((operation) => ({ operation, place: this.values.next() + (isLast(operation) ? 1 : 0) }))
      .toSorted((a, b) => a.place - b.place);
    for (const { operation } of order) {
      for (const kind of KINDS) await this.step(operation, this.request(operation, kind, scenery));
    }
  }

  private async step(operation: DocumentedOperation, request: ApiRequest): Promise<void> {
    const begun = performance.now();
    const response = await this.surface.send(request);
    const took = performance.now() - begun;
    const shown = () => JSON.stringify(request).slice(0, 1500);
    if (took > SLOW_MS) this.slow.push(`${operation.name} took ${Math.round(took)} ms: ${shown()}`);
    this.statuses[response.statusCode] = (this.statuses[response.statusCode] ?? 0) + 1;
    if (response.statusCode < 300) this.succeeded.add(operation.name);
    const problem = this.surface.documented.problemOf(operation, response);
    if (problem === undefined) return;
    const finding = `${operation.name} ${problem}`;
    if (!this.findings.has(finding)) this.findings.set(finding, `${shown()} → ${response.body.slice(0, 500)}`);
  }

  private request(operation: DocumentedOperation, kind: (typeof KINDS)[number], scenery: Scenery): ApiRequest {
    const { values } = this;
    const isHostile = kind === 'hostile';
    const spoilt = isHostile ? values.pick(Object.keys(operation.body).length > 0 ? BODY_SPOILT : OTHERS_SPOILT) : '';
    const authorization = scenery.authorization[operation.entrance];
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    if (spoilt === 'credentials') this.spoilCredentials(headers);
    if (spoilt === 'headers') this.spoilHeaders(headers);
    const url =
      this.path(operation, scenery, spoilt === 'path') + this.query(operation, scenery, kind, spoilt === 'query');
    const { payload, headers: ofBody } = this.body(operation, scenery, kind, spoilt);
    return { method: operation.method, url, headers: { ...ofBody, ...headers }, payload };
  }

  private path(operation: DocumentedOperation, { things }: Scenery, isSpoilt: boolean): string {
    const { values } = this;
    return operation.path.replaceAll(/:(\w+)/g, (_match, parameter: string) => {
      if (isSpoilt && values.chance(0.6)) return values.pick(HOSTILE_SEGMENTS);
      const taken = takenBy(operation, parameter);
      if (!taken) return 'x';
      const names = 'word' in taken ? [taken.word] : (things[taken.kind] ?? ['x']);
      return encodeURIComponent(values.pick(names));
    });
  }

  private query(operation: DocumentedOperation, { things }: Scenery, kind: string, isSpoilt: boolean): string {
    const { values } = this;
    const pairs = operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .filter(({ required }) => required === true || (kind !== 'known' && values.chance(0.4)))
      .flatMap(({ name, schema }) => {
        const value =
          isSpoilt && values.chance(0.6) ? values.hostile() : values.valid(schema, knownIn(things, values), name);
        return [value].flat().map((one) => [name, typeof one === 'string' ? one : JSON.stringify(one)] as const);
      });
    if (isSpoilt && values.chance(0.3)) pairs.push([values.pick(['nonsense', '__proto__', 'limit[]', 'a[b]']), 'x']);
    const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value.slice(0, 3000))}`).join('&');
    return text === '' ? '' : `?${text}`;
  }

  private body(
    operation: DocumentedOperation,
    scenery: Scenery,
    kind: string,
    spoilt: string,
  ): Pick<ApiRequest, 'headers' | 'payload'> {
    const { values } = this;
    const [[type, schema] = []] = Object.entries(operation.body);
    if (type === undefined || schema === undefined) return {};
    if (type === 'multipart/form-data') return this.form(schema, spoilt === 'body');
    const headers = { 'content-type': 'application/json' };
    if (spoilt === 'form') return values.pick(BROKEN_BODIES);
    const known = { ...BODIES, ...SESSION_BODIES, ...scenery.bodies }[operation.name]?.(scenery.things);
    const isKnown = known !== undefined && (kind === 'known' || values.chance(0.4));
    const valid = isKnown ? known : values.valid(schema, knownIn(scenery.things, values));
    return { headers, payload: JSON.stringify(spoilt === 'body' ? values.spoiled(valid) : valid) };
  }

  private form(schema: Schema, isSpoilt: boolean): Pick<ApiRequest, 'headers' | 'payload'> {
    const { values } = this;
    const names = ['en_US.json', 'de.json', ...(isSpoilt ? ['../x.json', 'english.txt', '__proto__.json'] : [])];
    const contents = [
      '{"a": "A"}',
      '{"workflows": {}}',
      ...(isSpoilt ? ['', '{', '[]', '{"__proto__": {"a": "b"}}'] : []),
    ];
    const file = (field: string): FormFile => [field, values.pick(names), values.pick(contents)];
    const fields = Object.entries(schema.properties ?? {});
    const isFile = ({ format, items }: Schema) => (items?.format ?? format) === 'binary';
    const texts = fields.filter(([, property]) => !isFile(property));
    return aForm(
      fields.filter(([, property]) => isFile(property)).map(([name]) => file(name)),
      Object.fromEntries(texts.map(([name, property]) => [name, String(isSpoilt ? 'x' : values.valid(property))])),
    );
  }

  private spoilCredentials(headers: Record<string, string>): void {
    delete headers.authorization;
    const other = this.values.pick([
      '',
      'ApiKey',
      'ApiKey x',
      'Bearer x.y.z',
      'Basic !!',
      'Basic eDp5',
      'x'.repeat(5000),
    ]);
    if (other !== '') headers.authorization = other;
  }

  private spoilHeaders(headers: Record<string, string>): void {
    const [name, value] = this.values.pick([
      ['idempotency-key', 'x'.repeat(300)],
      ['idempotency-key', ' '],
      ['content-type', 'nonsense'],
      ['content-type', 'text/xml'],
      ['content-type', 'multipart/form-data'],
      ['accept', 'image/png'],
      ['user-agent', ''],
    ] as const);
    headers[name] = value;
  }
}

const BODY_SPOILT = ['body', 'body', 'body', 'body', 'form', 'query', 'path', 'credentials', 'headers'];
const OTHERS_SPOILT = ['query', 'query', 'path', 'path', 'credentials', 'headers'];

const HOSTILE_SEGMENTS = [
  '%00',
  '%zz',
  '%e0%80',
  '%ed%a0%80',
  '..%2f..',
  '__proto__',
  'constructor',
  'null',
  '%20',
  '%f0%9f%98%80',
  '-1',
  'x'.repeat(1500),
  'x'.repeat(300),
  'f'.repeat(24),
];

const JSON_TYPE = { 'content-type': 'application/json' };
const BROKEN_BODIES: Pick<ApiRequest, 'headers' | 'payload'>[] = [
  ...['{', '', 'null', '[]', '"text"', '7', '{"a":1}}', '{"__proto__": 1}', '\ufeff{}', '"\\ud800"', '[[[['].map(
    (payload) => ({
      headers: JSON_TYPE,
      payload,
    }),
  ),
  { headers: JSON_TYPE, payload: JSON.stringify({ a: 'x'.repeat(200_000) }) },
  { headers: { 'content-type': 'text/plain' }, payload: '{}' },
  { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' },
  { headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
  { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x--\r\n' },
];

/** Names of properties that are given the ids of things. */
const ALIASES: Record<string, string> = { to: 'subscriberId', subscribers: 'subscriberId', workflowIds: 'workflowId' };
const LISTS: readonly string[] = ['subscribers', 'workflowIds'];

function knownIn(things: Things, values: RandomValues): (property: string) => unknown {
  return (property) => {
    // The name of a subscription would be one that is taken.
    const names = property === 'identifier' ? undefined : things[ALIASES[property] ?? property];
    if (!names || names.length === 0) return undefined;
    return LISTS.includes(property) ? names : values.pick(names);
  };
}

/** Percent-encoded, with what is no character left out. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''));
}
