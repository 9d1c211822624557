import { PERMISSION_EXTENSION } from '../../src/auth/access.guard.js';
import type { AuditEntry } from '../../src/audit/audit-entry.schema.js';
import { ORGANIZATION_WIDE } from '../../src/auth/permissions.js';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import type { ApiRequest, ApiResponse } from '../api-client.js';
import { BODIES, requestOf, SEEDED } from '../bodies/bodies.js';
import { aSlackIntegration } from '../builders/channel.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { findMentions } from '../erasure/traces/mentions.js';
import { EXCEPTIONS } from '../walk/table.js';
import { kindsIn, makeThings, takenBy, type Things } from '../walk/things.js';
import { entriesOf } from './entries.js';

/** An operation of the OpenAPI document that changes something, or shows a secret. */
interface Changing {
  name: string;
  id: string;
  method: ApiRequest['method'];
  path: string;
  parameters: string[];
  resource: string;
}

/**
 * Walks over every operation of the OpenAPI document that requires a permission of keys to change something (those for people
 * alone are in people.e2e-spec.ts). Their bodies are in `test/bodies`.
 */
describe('the audit trail of every change', () => {
  let test: TestApp;
  let operations: Changing[];
  let keyId: string;
  /** What requests and responses contained that no entry may. */
  const secrets = new Set<string>(SEEDED);
  const people = new Set<string>();

  beforeAll(async () => {
    test = await startTestApp({
      settings: {
        OUTBOX: 'on',
        DELIVER_TO: 'providers',
        PUBLIC_URL: 'https://notify.example.com',
        SLACK_URL: 'http://127.0.0.1:9',
        TELEGRAM_URL: 'http://127.0.0.1:9',
        SEND_TIMEOUT_SECONDS: '1',
        AUDIT_DAYS: '0',
      },
    });
    operations = changing(test);
    const [entry] = await entriesOf(test, () => test.api.post('/v1/tenants', { identifier: 'first', name: 'First' }));
    keyId = entry!.actor.id!;
  });

  afterAll(() => test.close());

  function changing({ app }: TestApp): Changing[] {
    return Object.entries(buildOpenApiDocument(app).paths).flatMap(([template, item]) =>
      (['post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const operation = item[method] as { operationId?: string; [PERMISSION_EXTENSION]?: string } | undefined;
        const [resource, action] = (operation?.[PERMISSION_EXTENSION] ?? ':read').split(':');
        const isForPeople = ORGANIZATION_WIDE.some((one) => one === operation?.[PERMISSION_EXTENSION]);
        if (!operation || resource === 'events' || action === 'read' || isForPeople) return [];
        const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
        const verb = method.toUpperCase() as ApiRequest['method'];
        const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
        return [
          { name: `${verb} ${path}`, id: operation.operationId!, method: verb, path, parameters, resource: resource! },
        ];
      }),
    );
  }

  function valueOf(operation: Changing, parameter: string, things: Things): string {
    const taken = takenBy(operation, parameter);
    if (!taken) throw new Error(`Nothing is known for :${parameter} of ${operation.name}`);
    return 'word' in taken ? taken.word : (things[taken.kind]?.[0] ?? '');
  }

  async function send(operation: Changing, things: Things & { slack: string[] }): Promise<ApiResponse> {
    const { method, path, parameters, name } = operation;
    const sent = requestOf(name, things);
    if (!sent && parameters.length === 0 && method !== 'DELETE') throw new Error(`test/bodies has no body for ${name}`);
    const url = path.replace(/:(\w+)/g, (_match, one: string) => encodeURIComponent(valueOf(operation, one, things)));
    return test.api.request({ method, url, ...sent });
  }

  /** Values in a response that are secrets: keys, tokens, and all that is called so. */
  function collectSecrets(value: unknown, name = ''): void {
    if (typeof value === 'string' && /^(key|secret|token|hash)$/.test(name) && value.length >= 20) secrets.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) collectSecrets(member, Array.isArray(value) ? name : key);
  }

  it('AU1: each leaves exactly one entry, with who, what and which', async () => {
    // These have things of their own: after them, others could do nothing with the same ones.
    const takesAway = ({ name, method }: Changing) =>
      method === 'DELETE' || /removal|delete|regenerate$|\/snooze$|dead-letters\/replay$/.test(name);
    const problems: unknown[] = [];
    let succeeded = 0;
    const shared = await withSlack();
    const thingsOf = new Map(
      await Promise.all(
        operations
          .filter(takesAway)
          .map(async (one) => [one, await withSlack(kindsIn(one, BODIES[one.name]))] as const),
      ),
    );
    for (const operation of operations.toSorted((a, b) => Number(takesAway(a)) - Number(takesAway(b)))) {
      const things = thingsOf.get(operation) ?? shared;
      let response: ApiResponse;
      const entries = await entriesOf(test, async () => {
        response = await send(operation, things);
      });
      const { status, body } = response!;
      collectSecrets(body);
      const isRefused = status === EXCEPTIONS[operation.name]?.ownStatus;
      if (status >= 300 && !isRefused) problems.push({ operation: operation.name, status, body });
      if (status < 300) succeeded += 1;
      const expected = status < 300 ? [expectedOf(operation)] : [];
      const found = entries.map(({ operation: id, method, route, resource, actor, result, kind }) => ({
        operation: id,
        method,
        route,
        resource,
        actor: actor.id,
        result,
        kind,
      }));
      if (JSON.stringify(found) !== JSON.stringify(expected))
        problems.push({ operation: operation.name, expected, found });
      if (entries[0]) problems.push(...problemsOfIds(operation, things, entries[0]));
    }
    expect(problems).toEqual([]);
    expect(succeeded).toBeGreaterThan(operations.length * 0.85);
  });

  function expectedOf({ id, method, path, resource }: Changing): object {
    return { operation: id, method, route: path, resource, actor: keyId, result: 'success', kind: 'change' };
  }

  /** The thing in the path is named by the entry, unless it is a person. */
  function problemsOfIds(operation: Changing, things: Things, entry: AuditEntry): unknown[] {
    const isPersonal = ['subscribers', 'notifications'].includes(operation.resource) || /subscri/.test(operation.path);
    const [first] = operation.parameters;
    const missing =
      first !== undefined && !isPersonal && !entry.resourceIds.includes(valueOf(operation, first, things));
    const nameless = entry.resourceIds.length === 0 && operation.parameters.length > 0;
    return missing || nameless ? [{ operation: operation.name, ids: entry.resourceIds }] : [];
  }

  it('AU2: reading and trying out leave none, and neither do triggers', async () => {
    const [workflow] = (await test.api.get('/v2/workflows')).body.data.workflows;
    const name = workflow.workflowId as string;
    expect(
      await entriesOf(test, async () => {
        await test.api.get('/v2/workflows');
        const trigger = { name, to: { subscriberId: 'ada' } };
        const { body } = await test.api.post('/v1/events/trigger', trigger);
        await test.api.post('/v1/events/trigger/bulk', { events: [trigger] });
        await test.api.post('/v1/events/simulate', trigger);
        await test.api.delete(`/v1/events/trigger/${body.data.transactionId}`);
        await test.api.patch('/v2/workflows/no-such-workflow', { name: 'x' });
        await test.api.post('/v2/workflows', {});
      }),
    ).toEqual([]);
  });

  it('AU4, AU5: the collection has no secret and no person', async () => {
    expect(secrets.size).toBeGreaterThan(SEEDED.length + 3);
    expect(people.size).toBeGreaterThan(1);
    const mentions = await findMentions(test, [...secrets, ...people]);
    expect(mentions.filter((mention) => mention.startsWith('audit_entries'))).toEqual([]);
  });

  async function withSlack(kinds?: string[]): Promise<Things & { slack: string[] }> {
    const things = await makeThings(test.api, kinds);
    for (const id of things['subscriberId'] ?? []) people.add(id);
    const { identifier } = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data;
    return { ...things, slack: [identifier] };
  }
});
