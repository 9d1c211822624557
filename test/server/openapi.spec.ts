import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { STEP_KINDS, STEP_TYPES, type StepType } from '../../src/workflows/steps/step-kinds.js';

interface JsonSchema {
  $ref?: string;
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  discriminator?: { mapping: Record<string, string> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The document as the build gives it; the plugin that reads comments runs in the build. */
function builtDocument(): OpenAPIObject {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    execFileSync(process.execPath, ['dist/src/server/openapi/write-openapi.js', file]);
    return JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Successful responses that are not JSON, by the beginning of the operation. */
const FORMS = [
  ['get /v2/inbound-webhooks/', 'text/plain'],
  ['get /v1/audit/export', 'application/x-ndjson'],
  ['get /v2/subscribers/{subscriberId}/export', 'application/x-ndjson'],
  ['get /v1/suppressions/export', 'text/csv'],
  ['get /v1/activity/live', 'text/event-stream'],
] as const;

describe('OpenAPI document', () => {
  const document = builtDocument();
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ name: `${method} ${path}`, operation: item[method] }] : [])),
  );
  const schemas = Object.entries(document.components?.schemas ?? {});

  it('has operations and schemas to look at', () => {
    expect(operations.length).toBeGreaterThan(15);
    expect(schemas.length).toBeGreaterThan(20);
  });

  it.each(operations)('describes $name', ({ operation }) => {
    expect(operation.summary).toMatch(/^[A-Z][^\n]{3,60}$/);
    expect(operation.tags).toHaveLength(1);
    for (const parameter of operation.parameters ?? []) {
      expect(parameter).toMatchObject({ description: expect.stringMatching(/\w/) });
    }
    const success = Object.keys(operation.responses).filter((status) => /^2|^303$/.test(status));
    // One way to succeed, unless it either creates or changes, or finds nothing. Those for browsers redirect.
    expect([['200', '201'], ['200', '204'], [expect.any(String)]]).toContainEqual(success);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '404', '422', '500']));
  });

  it('says how callers are let in', () => {
    const schemes = Object.keys(document.components?.securitySchemes ?? {});
    expect(schemes.toSorted()).toEqual(['ApiKey', 'PersonToken', 'SessionToken']);
    expect(document.security).toEqual([{ ApiKey: [] }, { PersonToken: [] }]);
    const others = operations.filter(({ operation }) => operation.security !== undefined);
    const lacking = operations
      .filter(({ operation }) => operation.security === undefined)
      .filter(
        ({ operation }) =>
          !/\bRequires `[a-z-]+:[a-z]+`\.$/.test(operation.description ?? '') || !operation.responses['403'],
      );
    expect(lacking.map(({ name }) => name)).toEqual([]);
    for (const { name, operation } of others) {
      // For people alone.
      if (operation.security!.some((requirement) => 'PersonToken' in requirement)) continue;
      const isOpen =
        /^(post \/v1\/(inbox\/session|session(\/reset)?|invitations\/(lookup|accept))$|get \/health\/|(get|post) \/v2\/inbound-webhooks\/|get \/v1\/inbox\/demo$|get \/v1\/integrations\/chat\/oauth\/callback|get \/v1\/session\/(providers$|guest$|oidc\/))/.test(
          name,
        );
      expect({ [name]: operation.security }).toEqual({ [name]: isOpen ? [] : [{ SessionToken: [] }] });
    }
    const inbox = operations.filter(({ name }) => name.includes(' /v1/inbox/')).map(({ name }) => name);
    expect(inbox.length).toBeGreaterThan(25);
    expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(inbox));
  });

  it.each(schemas)('describes every property of %s', (_name, schema) => {
    const properties = '$ref' in schema ? {} : (schema.properties ?? {});
    const silent = Object.entries(properties)
      .filter(([, property]) => !('description' in property) && !('$ref' in property && 'description' in property))
      .map(([name]) => name);
    expect(silent).toEqual([]);
  });

  it.each(['StepUpsertDto', 'WorkflowStepDto', 'StepDto', 'StepDefinitionDto'])(
    'shows for %s what a step of each kind can say, told apart by its type',
    (name) => {
      const named = Object.fromEntries(schemas) as Record<string, JsonSchema>;
      const { oneOf, discriminator } = named[name]!;
      expect(Object.keys(discriminator!.mapping)).toEqual([...STEP_TYPES]);
      expect(oneOf).toEqual(Object.values(discriminator!.mapping).map(($ref) => ({ $ref })));
      for (const [type, $ref] of Object.entries(discriminator!.mapping)) {
        const { properties = {} } = named[$ref.split('/').at(-1)!]!;
        expect(properties['type']).toMatchObject({ enum: [type] });
        const values = named[properties['controlValues']!.allOf![0]!.$ref!.split('/').at(-1)!]!;
        expect(Object.keys(values.properties!)).toEqual(Object.keys(STEP_KINDS[type as StepType].fields));
      }
    },
  );

  it.each(operations.filter(({ name }) => !name.includes('health')))(
    'shows the answer of $name',
    ({ name, operation }) => {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (['204', '303'].includes(status) || response === undefined || '$ref' in response) continue;
        const form = (status === '200' && FORMS.find(([start]) => name.startsWith(start))?.[1]) || 'application/json';
        expect(response.content?.[form]?.schema).toBeDefined();
      }
    },
  );
});
