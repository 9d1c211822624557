import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { HttpTargets } from '../../src/platform/outbound-http/address-guard.js';
import type { ControlSchema } from '../../src/workflows/steps/control-schema.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from '../../src/workflows/steps/step-kinds.js';
import { EngineScene } from '../engine/engine-scene.js';
import { formattedPage } from '../formatted-page.js';

const PAGE = new URL('../../docs/steps.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8');

describe('the page of steps', () => {
  it('has every field of every kind, as it is checked when a step is saved', async () => {
    const written = page.replace(/(<!-- fields:(\w+) -->\n).*?(<!-- \/fields -->)/gs, (_match, start, type, end) =>
      [start, table(type as StepType), end].join('\n'),
    );
    const expected = await formattedPage(written);
    if (process.env.UPDATE_README) writeFileSync(PAGE, expected);
    else expect(page).toBe(expected);
  });

  describe('has one example of each kind that does what it says:', () => {
    let scene: EngineScene;
    let server: Server;

    beforeAll(async () => {
      scene = await EngineScene.start();
      scene.carillon.app.get(HttpTargets, { strict: false }).allowsPrivate = () => true;
      server = createServer((_request, response) => void response.writeHead(200).end('{"place":"Bonn"}'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await scene.integration('email', { providerId: 'novu-email' });
      await scene.integration('sms', { providerId: 'novu-sms' });
      await scene.integration('push', { providerId: 'outbox-push' });
      await scene.integration('chat', { providerId: 'outbox-chat' });
    });

    afterAll(async () => {
      await scene.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    it.each(STEP_TYPES)('%s', async (type) => {
      const [workflow, ...triggers] = examples(type).map((text) =>
        JSON.parse(
          text.replace('https://api.example.com', `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
        ),
      );
      expect(workflow.steps.map((step: { type: string }) => step.type)).toContain(type);
      const created = await scene.carillon.api.post('/v2/workflows', workflow);
      expect({ status: created.status, issues: unexpectedIssues(created.body.data, type) }).toEqual({
        status: 201,
        issues: [],
      });
      const ids: string[] = [];
      for (const trigger of triggers) {
        const { body } = await scene.carillon.api.post('/v1/events/trigger', trigger);
        expect(body.data).toEqual({ acknowledged: true, status: 'processed', transactionId: expect.any(String) });
        ids.push(body.data.transactionId);
        await scene.settled(ids.at(-1)!);
      }
      expect(ids.length).toBeGreaterThan(0);
      await scene.later(3 * 3_600_000);
      const stories = await Promise.all(ids.map((id) => story(id)));
      expect(stories).toEqual(outcomes(type));
    });

    async function story(transactionId: string): Promise<string[]> {
      const [run] = await scene.settled(transactionId);
      expect(run!.steps.flatMap(({ details }) => details).map(({ detail }) => detail)).not.toContain(
        'Variable missing',
      );
      return run!.steps.map(({ stepId, status, reason }) => `${stepId} ${status} ${reason}`);
    }
  });

  function section(type: StepType): string {
    const [, text = ''] = page.split(new RegExp(`^## \`${type}\`$`, 'm'));
    return text.split(/^## /m)[0]!;
  }

  function examples(type: StepType): string[] {
    return [...section(type).matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => text!);
  }

  /** For each trigger the outcome of each step. */
  function outcomes(type: StepType): string[][] {
    return [...section(type).matchAll(/^Outcome.*?\.$/gms)].map(([text]) =>
      [...text.matchAll(/`([\w-]+)` (\w+) \(`(\w+)`\)/g)].map(
        ([, step, status, reason]) => `${step} ${status} ${reason}`,
      ),
    );
  }

  /** Nothing can send to tools, which the page says. */
  function unexpectedIssues({ steps }: { steps: { type: string; issues?: object }[] }, type: StepType): object[] {
    return steps.flatMap((step) => (step.issues && !(type === 'tool' && step.type === 'tool') ? [step.issues] : []));
  }
});

function table(type: StepType): string {
  const rows = Object.entries(STEP_KINDS[type].fields).flatMap(([name, schema]) => rowsOf(name, schema));
  return ['| Field | Type | Limits | Default | |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function rowsOf(name: string, schema: ControlSchema, needed = false): string[] {
  const { description = '', examples = [], default: initial, properties, items } = schema;
  const example = examples.length > 0 ? ` Example: \`${JSON.stringify(examples[0])}\`.` : '';
  const said = `${needed ? '**Needed.** ' : ''}${description}${example}`;
  const shown =
    initial === undefined || initial === ''
      ? ''
      : `\`${typeof initial === 'string' ? initial : JSON.stringify(initial)}\``;
  const below = properties ?? items?.properties ?? {};
  const required = (properties ? schema.required : items?.required) ?? [];
  return [
    `| \`${name}\` | ${typeOf(schema)} | ${limitsOf(schema)} | ${shown} | ${said} |`,
    ...Object.entries(below).flatMap(([key, member]) =>
      rowsOf(`${name}${items ? '[]' : ''}.${key}`, member, required.includes(key)),
    ),
  ];
}

const TYPES: Record<string, string> = { string: 'text', integer: 'whole number', array: 'list' };

function typeOf({ type, enum: values, oneOf, format }: ControlSchema): string {
  if (oneOf) return oneOf.map(typeOf).join(' or ');
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (format === 'json-logic') return 'condition';
  const types = Array.isArray(type) ? type : [type];
  return types.map((one) => TYPES[one] ?? one).join(' or ');
}

function limitsOf({ maxLength, minimum, maximum, maxItems, 'x-unit': unit }: ControlSchema): string {
  const measure =
    unit === undefined ? '' : /^[a-z]+$/.test(unit) && unit.endsWith('s') ? ` ${unit}` : `, in \`${unit}\``;
  const limits = [
    minimum === undefined ? [] : `≥ ${minimum}`,
    maximum === undefined ? [] : `≤ ${maximum.toLocaleString('en')}`,
  ].flat();
  if (maxLength !== undefined) return `≤ ${maxLength.toLocaleString('en')} characters`;
  if (maxItems !== undefined) return `≤ ${maxItems} entries`;
  return limits.length === 0 ? '' : `${limits.join(', ')}${measure}`;
}
