import type { OpenAPIObject } from '@nestjs/swagger';
import { STEP_TYPES } from '../../src/workflows/steps/step-kinds.js';
import type { ApiClient } from '../api-client.js';
import { BODIES } from '../bodies/bodies.js';
import { aWorkflow } from '../builders/workflow.js';
import { Documented, type DocumentedOperation } from '../walk/documented.js';
import type { Schema } from '../walk/random-values.js';
import { takenBy, type Things } from '../walk/things.js';

/** What every payload begins with, and is found by on a screen; short enough for names. */
export const MARK = '<img src=/hostile onerror=window.owned=1>';

/** Text that becomes a script wherever text is taken for HTML; `{{constructor}}` where it is taken for a template. */
export const PAYLOAD = `${MARK}"><svg onload="window.owned=1"></svg><script>document.title='owned'</script>{{constructor}}`;

/** For fields that take addresses and refuse the others. */
const ADDRESSES = ['javascript:window.owned=1', 'https://example.invalid/"><svg onload="window.owned=1">'];
const TAKES_ADDRESS = /url|link|avatar/i;

/** For fields that take short texts only. */
const TAKES_SHORT = /(name|id|tags\.0)$/i;

const FREE_KEY = 'free';
const MAX_DEPTH = 8;
const LENGTHS = { type: 'regular', amount: 1, unit: 'hours' };
const CONTROLS: Record<string, object> = {
  email: { subject: 'Hello', body: 'Hello', editorType: 'html' },
  delay: LENGTHS,
  wait_until: { until: [{ status: 'read', stepId: 'in_app' }, { event: 'Hello' }], timeout: LENGTHS },
  digest: LENGTHS,
  throttle: { type: 'fixed', amount: 1, unit: 'hours', threshold: 1 },
  http_request: { method: 'POST', url: 'https://example.invalid' },
};

/** A step of each kind, of which each has a text field that others lack. */
const everyStep = () =>
  STEP_TYPES.map((type) => ({ name: type, type, controlValues: CONTROLS[type] ?? { body: 'Hello' } }));

/** Bodies that are in order, where test/bodies has none with this much in it. */
const RICHER: Record<string, (things: Things) => object> = {
  'POST /v2/workflows': () => aWorkflow({ active: false, steps: everyStep() }),
  'PUT /v2/workflows/:workflowId': () => ({ name: 'Every step', steps: everyStep(), preferences: {} }),
  'PUT /v2/layouts/:layoutId': () => ({
    name: 'Frame',
    controlValues: { email: { body: '{{content}}', editorType: 'html' } },
  }),
};

/** What calls others, what belongs to links and sessions, and what would end the test's own rights. */
const LEFT_OUT =
  /\/(test|preview|oauth|link|mobile-link|session|regenerate|rotate|sync|publish|simulate|diff|replay|broadcast|delete|removal)\b|^DELETE|mark-?[aA]|inbound-webhooks/;

type Path = readonly (string | number)[];

/** Fills every text field of the API with what tries to be a script. */
export class HostileBodies {
  private readonly documented: Documented;
  private count = 0;

  constructor(
    private readonly document: OpenAPIObject,
    private readonly api: ApiClient,
    private readonly things: Things & { slack: string[] },
  ) {
    this.documented = new Documented(document);
  }

  /** The fields that took it, by operation. */
  async store(): Promise<Map<string, string[]>> {
    const taken = new Map<string, string[]>();
    for (const operation of this.documented.operations) {
      const schema = operation.body['application/json'];
      if (!schema || LEFT_OUT.test(operation.name) || operation.entrance !== 'key') continue;
      const fields = await this.fill(operation, schema);
      if (fields.length > 0) taken.set(operation.name, fields);
    }
    return taken;
  }

  /** What refuses every payload stays as it is in a usual request. */
  private async fill(operation: DocumentedOperation, schema: Schema): Promise<string[]> {
    const fields = this.textFields(schema, this.usualBody(operation.name));
    const kept = new Map<Path, string>();
    const send = async (added: Map<Path, string>): Promise<boolean> => {
      const payload = this.usualBody(operation.name);
      // Each has a name of its own, because many are unique.
      for (const [path, value] of [...kept, ...added]) put(payload, path, `${value}${this.count++}`);
      const { status } = await this.api.request({ method: operation.method, url: this.url(operation), payload });
      return status < 300;
    };
    const tryOn = async (paths: Path[], value: string): Promise<void> => {
      if (paths.length === 0) return;
      const added = new Map(paths.map((path) => [path, value]));
      if (await send(added)) for (const [path] of added) kept.set(path, value);
      else if (paths.length > 1) {
        const half = Math.ceil(paths.length / 2);
        await tryOn(paths.slice(0, half), value);
        await tryOn(paths.slice(half), value);
      }
    };
    const open = (names: RegExp) => fields.filter((path) => !kept.has(path) && names.test(path.join('.')));
    await tryOn(fields, PAYLOAD);
    await tryOn(open(TAKES_SHORT), MARK);
    for (const address of ADDRESSES) await tryOn(open(TAKES_ADDRESS), address);
    return [...kept.keys()].map((path) => path.join('.'));
  }

  private usualBody(name: string): Record<string, unknown> {
    const body = RICHER[name] ?? BODIES[name];
    return structuredClone(body?.(this.things) ?? {}) as Record<string, unknown>;
  }

  private url(operation: DocumentedOperation): string {
    return operation.path.replaceAll(/:(\w+)/g, (_match, parameter: string) => {
      const taken = takenBy(operation, parameter)!;
      return encodeURIComponent('word' in taken ? taken.word : this.things[taken.kind]![0]!);
    });
  }

  /** Where the schema allows any text; lists are as long as those of the usual body. */
  private textFields(given: Schema, usual: unknown, path: Path = []): Path[] {
    const schema = this.resolved(given, usual);
    if (path.length > MAX_DEPTH || schema.enum) return [];
    const takes = (type: string) => [schema.type].flat().includes(type);
    if (takes('string')) return schema.format === 'date-time' ? [] : [path];
    if (takes('array')) {
      const items = Array.isArray(usual) ? usual : [undefined];
      return items.flatMap((item, index) => this.textFields(schema.items ?? {}, item, [...path, index]));
    }
    const inside = (key: string) => (usual as Record<string, unknown> | undefined)?.[key];
    const named = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
      this.textFields(property, inside(key), [...path, key]),
    );
    const { additionalProperties: free } = schema;
    if (!free) return named;
    return [...named, ...this.textFields(free === true ? { type: 'string' } : free, undefined, [...path, FREE_KEY])];
  }

  /** Without references and alternatives: of those the one that the usual value is of, else text. */
  private resolved(schema: Schema, usual: unknown): Schema {
    if (schema.$ref !== undefined) {
      return this.resolved(this.document.components!.schemas![schema.$ref.split('/').pop()!] as Schema, usual);
    }
    if (schema.allOf) {
      const parts = schema.allOf.map((part) => this.resolved(part, usual));
      return { ...schema, ...Object.assign({}, ...parts), allOf: undefined } as Schema;
    }
    const alternatives = (schema.oneOf ?? schema.anyOf)?.map((one) => this.resolved(one, usual));
    if (!alternatives) return schema;
    const { type } = (usual ?? {}) as { type?: unknown };
    const isUsual = ({ properties }: Schema) => properties?.['type']?.enum?.includes(type);
    return (
      alternatives.find(isUsual) ?? alternatives.find((one) => [one.type].flat().includes('string')) ?? alternatives[0]!
    );
  }
}

/** Sets a value deep in a body; what is on the way there is made. */
function put(body: Record<string, unknown>, path: Path, value: unknown): void {
  let place = body as Record<string | number, unknown>;
  path.slice(0, -1).forEach((key, index) => {
    place[key] ??= typeof path[index + 1] === 'number' ? [] : {};
    place = place[key] as Record<string | number, unknown>;
  });
  place[path.at(-1)!] = value;
}
