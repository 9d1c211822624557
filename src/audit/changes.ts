import { isObject } from '../platform/values/is-object.js';
import { isSecretName, REDACTED, redactText } from './redaction.js';

/** A value in an entry: nothing that has members of its own, so that it is stored and read back unchanged. */
type Leaf = string | number | boolean | null;

/** One field that differs, by its path: `steps[0].name`. */
export interface Change {
  readonly path: string;
  /** Absent when it was not there. */
  readonly before?: Leaf;
  /** Absent when it is no longer there. */
  readonly after?: Leaf;
}

/** The changes of an entry. */
export interface Changes {
  readonly changes: Change[];
  /** Number of those that had no room. */
  readonly changesLeftOut?: number;
}

/** Limits of an entry: fields, and characters of their paths and values together. */
export const MAX_CHANGES = 100;
export const MAX_CHARACTERS = 16_384;
/** Characters of one text. */
export const MAX_TEXT = 1000;
const MAX_PATH = 300;
const MAX_DEPTH = 50;

/** Fields that change with every write. */
const TIMES: readonly string[] = ['updatedAt', 'updatedBy', 'lastUpdatedBy'];

/** By resource, fields that follow from others: they would take the room of what was written. */
const DERIVED: Readonly<Record<string, RegExp>> = {
  workflows: /^(payloadExample|steps\[\d+\]\.(slug|workflowId|workflowDatabaseId|variables|issues|controls))$/,
  layouts: /^(variables|controls\.(dataSchema|uiSchema))$/,
};

/** By resource, places whose values are secret whatever their names are: an integration may have members of any name. */
const SECRET_PLACES: Readonly<Record<string, RegExp>> = {
  integrations: /^configurations\.(?!inboundWebhookEnabled$|payloadSchema$|smsKeywords\b|trackClicks$|trackOpens$)/,
};

/** What a step of this type sends to a server of others: often with a secret, under any name. */
const SENT_OUT: Readonly<Record<string, readonly string[]>> = { http_request: ['body', 'headers'] };

/** Fields whose values are secret in an object that says `isSecret`. */
const VALUES: readonly string[] = ['value', 'values', 'defaultValue'];

/**
 * The fields in which two representations of a thing differ, leaf by leaf, in the order of their names. Undefined
 * stands for a thing that is not there. Values that are secret by their name or their look are compared, but not shown.
 * Those that the request has set are named even if they look the same, because the API masks them.
 */
export function changesBetween(before: unknown, after: unknown, resource: string, request?: unknown): Changes {
  const found: Change[] = [];
  collect({ before: asJson(before), after: asJson(after), ...ROOT }, resource, found);
  const sent: Change[] = [];
  if (request !== undefined) collect({ before: undefined, after: asJson(request), ...ROOT }, resource, sent);
  const paths = new Set(found.map(({ path }) => path));
  return limited([...found, ...sent.filter(({ path, after: value }) => value === REDACTED && !paths.has(path))]);
}

/** The names of fields that a request has set, without their values: all that is kept of the data of a person. */
export function fieldsOf(body: unknown): Changes {
  const names = isObject(body) ? Object.keys(body) : [];
  // Names in the body of a request may be any text.
  return limited(names.filter((name) => /^[A-Za-z_]\w{0,63}$/.test(name)).map((path) => ({ path })));
}

interface Pair {
  before: unknown;
  after: unknown;
  path: string;
  secret: boolean;
  /** Names below it whose values are secret. */
  hidden: readonly string[];
  depth: number;
}

const ROOT = { path: '', secret: false, hidden: [], depth: 0 };

function collect({ before, after, path, secret, hidden, depth }: Pair, resource: string, found: Change[]): void {
  const names = depth < MAX_DEPTH ? [...new Set([...keysOf(before), ...keysOf(after)])] : [];
  const [was, is] = [leafOf(before), leafOf(after)];
  // A value whose place an object has taken is noted with its path, and the members of the object with theirs.
  if (names.length === 0 ? was !== is : was !== undefined && is !== undefined && isLeaf(before) !== isLeaf(after)) {
    found.push({ path: path.slice(0, MAX_PATH), ...shown('before', was, secret), ...shown('after', is, secret) });
  }
  const hidesValues = [before, after].some((side) => isObject(side) && side['isSecret'] === true);
  const sentOut = [before, after].flatMap((side) => SENT_OUT[String(memberOf(side, 'type'))] ?? []);
  const isList = Array.isArray(before ?? after);
  for (const name of names) {
    if (depth === 0 && TIMES.includes(name)) continue;
    const place = isList ? `${path}[${name}]` : path === '' ? redactText(name) : `${path}.${redactText(name)}`;
    const isNamedSecret = !isList && (isSecretName(name, resource) || hidden.includes(name));
    const pair = {
      before: memberOf(before, name),
      after: memberOf(after, name),
      path: place,
      secret: secret || isNamedSecret || (hidesValues && VALUES.includes(name)) || isSecretPlace(place, resource),
      hidden: sentOut.length > 0 ? sentOut : hidden,
      depth: depth + 1,
    };
    if (DERIVED[resource]?.test(pair.path)) continue;
    collect(pair, resource, found);
  }
}

function isSecretPlace(path: string, resource: string): boolean {
  return SECRET_PLACES[resource]?.test(path) ?? false;
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function leafOf(value: unknown): Leaf | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return value as Leaf;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function shown(side: 'before' | 'after', value: Leaf | undefined, secret: boolean): Partial<Change> {
  if (value === undefined) return {};
  if (secret && value !== null) return { [side]: REDACTED };
  return { [side]: isText(value) ? cut(redactText(value)) : value };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}… (${text.length} characters)`;
}

/** As the store gives it back: no undefined, no dates, no numbers beyond JSON, no halves of characters. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
}

function limited(found: Change[]): Changes {
  const changes: Change[] = [];
  let characters = 0;
  for (const change of found) {
    const whole = wellFormed(change);
    characters += JSON.stringify(whole).length;
    if (changes.length === MAX_CHANGES || characters > MAX_CHARACTERS) break;
    changes.push(whole);
  }
  const left = found.length - changes.length;
  return left === 0 ? { changes } : { changes, changesLeftOut: left };
}

/** The store has no place for halves of surrogate pairs, and a hash over them would not be found again. */
function wellFormed(change: Change): Change {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      isText(value) ? Buffer.from(value).toString() : (value as Leaf),
    ]),
  ) as unknown as Change;
}
