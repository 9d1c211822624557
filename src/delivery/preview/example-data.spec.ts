import { Types } from 'mongoose';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import { variableReferences } from '../../workflows/issues/variable-references.js';
import type { WorkflowStep } from '../../workflows/workflow.schema.js';
import { exampleData, overlaid } from './example-data.js';

const NOW = new Date('2026-02-03T04:05:06.789Z');

function step(type: StepType, stepId: string, controlValues: Record<string, unknown> = {}): WorkflowStep {
  return { _id: new Types.ObjectId(), stepId, name: stepId, type, controlValues };
}

function exampleFor(body: string, fields: { payloadSchema?: Record<string, unknown>; earlier?: WorkflowStep[] } = {}) {
  const shown = step('sms', 'shown', { body });
  const { earlier = [], ...rest } = fields;
  return exampleData({ steps: [...earlier, shown], ...rest }, shown, variableReferences(shown.controlValues), NOW);
}

describe('example data of a step', () => {
  it.each<[string, string, object]>([
    ['nothing for no variables', 'Hello', {}],
    ['its own name for a variable', '{{payload.orderId}}', { orderId: 'orderId' }],
    ['the last name of a path', '{{payload.order.id}}{{payload.order.total}}', { order: { id: 'id', total: 'total' } }],
    ['a list for a place in one', '{{payload.lines[0].sku}}', { lines: [{ sku: 'sku' }] }],
    ['a list for a place that is known later', '{{payload.lines[payload.n]}}', { lines: ['lines'], n: 'n' }],
    ['an object where both it and a member are read', '{{payload.a.b}}{{payload.a}}', { a: { b: 'b' } }],
    ['nothing that would change a prototype', '{{payload.__proto__.x}}', {}],
  ])('has %s', (_what, body, payload) => {
    expect(exampleFor(body).payload).toEqual(payload);
  });

  it('goes by the schema of the payload first', () => {
    const payloadSchema = {
      type: 'object',
      properties: {
        orderId: { type: 'string', examples: ['A-1'] },
        lines: { type: 'array', items: { type: 'number' } },
      },
    };
    expect(exampleFor('{{payload.orderId}}{{payload.lines[0]}}{{payload.more}}', { payloadSchema }).payload).toEqual({
      orderId: 'A-1',
      lines: [1],
      more: 'more',
    });
  });

  it('has the results of earlier steps by their kinds, a digest with the payload', () => {
    const earlier = [step('digest', 'gather'), step('in_app', 'bell'), step('http_request', 'call')];
    const { steps } = exampleFor('{{payload.name}}{{steps.call.price}}', { earlier });
    expect(steps).toEqual({
      gather: {
        events: [{ id: 'example', time: NOW.toISOString(), payload: { name: 'name' } }],
        eventCount: 1,
        countSummary: '1 notification',
        sentenceSummary: 'name',
      },
      bell: {
        ...Object.fromEntries(
          ['delivered', 'opened', 'clicked', 'bounced', 'seen', 'read'].map((status) => [status, true]),
        ),
        lastSeenDate: expect.any(String),
        lastReadDate: expect.any(String),
      },
      call: { price: 'price' },
    });
  });

  it('has contexts, data of the people, and an actor only when one is read', () => {
    const body = '{{context.tenant.data.plan}}{{context.app.id}}{{subscriber.data.city}}';
    expect(exampleFor(body)).toMatchObject({
      context: { tenant: { id: 'tenant', data: { plan: 'plan' } }, app: { id: 'app', data: {} } },
      subscriberData: { city: 'city' },
    });
    expect(exampleFor(body)).not.toHaveProperty('actorData');
    expect(exampleFor('{{actor.firstName}}{{actor.data.team}}').actorData).toEqual({ team: 'team' });
  });
});

describe('given data over examples', () => {
  it.each<[object, object | undefined, object]>([
    [{ a: 1 }, undefined, { a: 1 }],
    [
      { a: 1, b: 2 },
      { b: 3, c: null },
      { a: 1, b: 3, c: null },
    ],
    [{ a: { b: 1, c: 2 } }, { a: { b: 3 } }, { a: { b: 3, c: 2 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: { b: 1 } }, { a: 'x' }, { a: 'x' }],
  ])('%j and %j', (example, given, expected) => {
    expect(overlaid(example as Record<string, unknown>, given as Record<string, unknown> | undefined)).toEqual(
      expected,
    );
  });
});
