import { Types } from 'mongoose';
import type { JsonSchema } from '../steps/control-schema.js';
import type { StepType } from '../steps/step-kinds.js';
import type { WorkflowStep } from '../workflow.schema.js';
import { controlIssues } from './control-issues.js';

const NOW = new Date('2026-02-03T04:05:06.789Z');
const SITUATION = { now: NOW, maxWait: { amount: 30, unit: 'days' as const } };
const ORDER: JsonSchema = { type: 'object', properties: { orderId: { type: 'string' } } };

function step(type: StepType, controlValues: Record<string, unknown>, stepId = 'checked'): WorkflowStep {
  return { _id: new Types.ObjectId(), stepId, name: stepId, type, controlValues };
}

/** Issues of a step after a digest, in short: `field: TYPE`, the variable, and `(warning)`. */
function issuesOf(type: StepType, values: Record<string, unknown>, payloadSchema?: JsonSchema): string[] {
  const checked = step(type, values);
  const steps = [step('digest', {}, 'gather'), step('email', {}, 'mail'), checked, step('email', {}, 'later')];
  return controlIssues({ steps, ...(payloadSchema && { payloadSchema }) }, checked, SITUATION).map(
    ({ field, issueType, variableName, severity }) =>
      `${field}: ${issueType}${variableName ? ` ${variableName}` : ''}${severity ? ` (${severity})` : ''}`,
  );
}

describe('nothing is wrong with', () => {
  it.each<[string, StepType, Record<string, unknown>]>([
    [
      'every namespace',
      'sms',
      { body: '{{payload.a.b}}{{subscriber.data.x}}{{actor.email}}{{context.tenant.data.x}}' },
    ],
    ['the environment, the workflow and the tenant', 'sms', { body: '{{env.KEY}}{{workflow.name}}{{tenant.name}}' }],
    ['translations', 'sms', { body: '{{t.greeting}}' }],
    ['earlier steps', 'sms', { body: '{{steps.gather.eventCount}}{{steps.gather.events[0].payload.x}}' }],
    [
      'names of the template',
      'sms',
      { body: '{% for e in steps.gather.events %}{{e.id}}{{forloop.index}}{% endfor %}' },
    ],
    ['assigned names', 'sms', { body: '{% assign a = payload.b %}{{a.c}}{% capture d %}x{% endcapture %}{{d}}' }],
    ['a condition', 'sms', { body: 'x', skip: { and: [{ '==': [{ var: 'payload.a' }, '{{subscriber.email}}'] }] } }],
    [
      'a condition over a list',
      'sms',
      { body: 'x', skip: { some: [{ var: 'payload.list' }, { '==': [{ var: 'id' }, 1] }] } },
    ],
    ['a subject alone', 'in_app', { subject: 'x' }],
    ['addresses', 'in_app', { body: 'x', avatar: '/a.png', redirect: { url: 'https://example.com/a' } }],
    ['an address in a template', 'in_app', { body: 'x', redirect: { url: '{{payload.url}}' } }],
    [
      'a template in an address',
      'in_app',
      { body: 'x', redirect: { url: 'https://{{payload.host}}:{{payload.port}}/{{payload.a}}' } },
    ],
    ['an empty address', 'in_app', { body: 'x', avatar: '', redirect: { url: '' } }],
    ['an empty button', 'in_app', { body: 'x', primaryAction: {} }],
    ['the longest wait', 'delay', { amount: 30, unit: 'days' }],
    [
      'a wait for an earlier email, or an event',
      'wait_until',
      {
        until: [{ status: 'opened', stepId: 'mail' }, { event: 'paid.{{payload.id}}' }],
        timeout: { amount: 1, unit: 'days' },
      },
    ],
    [
      'a wait until a time',
      'wait_until',
      { until: [{ event: 'paid' }], timeout: { type: 'timed', cron: '0 9 * * *' } },
    ],
    ['a daily cron', 'digest', { type: 'timed', cron: '0 9 * * *' }],
    ['a dynamic delay', 'delay', { type: 'dynamic', dynamicKey: 'payload.at' }],
    ['a short throttle', 'throttle', { amount: 1, unit: 'minutes', throttleKey: 'payload.a' }],
    [
      'a request',
      'http_request',
      { method: 'POST', url: 'https://example.com', body: [{ key: 'a', value: '{{payload.a}}' }] },
    ],
    [
      'a schema of a response',
      'http_request',
      { method: 'GET', url: '{{payload.url}}', responseBodySchema: { a: '{{' } },
    ],
    ['an email', 'email', { subject: 'x', body: '<p>{{payload.a}}</p>', editorType: 'html', layoutId: null }],
    ['no body of an email', 'email', { subject: 'x', body: '' }],
    ['data of a push', 'push', { body: 'x', data: { a: 1 }, shouldStopOnFail: true }],
    ['a custom step', 'custom', { custom: { a: ['{{payload.a}}'] } }],
  ])('%s', (_what, type, values) => {
    expect(issuesOf(type, values)).toEqual([]);
  });

  it('a payload variable that the schema names', () => {
    expect(issuesOf('sms', { body: '{{payload.orderId | upcase}}' }, ORDER)).toEqual([]);
  });
});

describe('something is wrong with', () => {
  it.each<[string, StepType, Record<string, unknown>, string[]]>([
    ['an unknown namespace', 'sms', { body: '{{order.id}}' }, ['body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE order.id']],
    ['a bare name', 'sms', { body: '{{name}}' }, ['body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE name']],
    [
      'an unknown field of the subscriber, once',
      'sms',
      { body: '{{subscriber.age}} {{subscriber.age}}' },
      ['body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE subscriber.age'],
    ],
    [
      'a later step, and the step itself',
      'sms',
      { body: '{{steps.later.x}}{{steps.checked.x}}' },
      [
        'body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE steps.later.x',
        'body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE steps.checked.x',
      ],
    ],
    [
      'a result no step has',
      'sms',
      { body: '{{steps.gather.seen}}' },
      ['body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE steps.gather.seen'],
    ],
    [
      'a nested control',
      'in_app',
      { body: 'x', primaryAction: { label: '{{foo}}' } },
      ['primaryAction.label: ILLEGAL_VARIABLE_IN_CONTROL_VALUE foo'],
    ],
    [
      'an entry of a list',
      'http_request',
      { method: 'GET', url: 'https://example.com', headers: [{ key: 'a', value: '{{foo}}' }] },
      ['headers.0.value: ILLEGAL_VARIABLE_IN_CONTROL_VALUE foo'],
    ],
    [
      'a variable of a condition',
      'sms',
      { body: 'x', skip: { '==': [{ var: ['foo.bar', 1] }, '{{baz}}'] } },
      ['skip: ILLEGAL_VARIABLE_IN_CONTROL_VALUE foo.bar', 'skip: ILLEGAL_VARIABLE_IN_CONTROL_VALUE baz'],
    ],
    ['a template without end', 'sms', { body: 'Hi {{payload.a' }, ['body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE']],
    ['an unknown tag', 'sms', { body: '{% include "a" %}' }, ['body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE']],
    ['an unknown filter', 'sms', { body: '{{ payload.a | shout }}' }, ['body: INVALID_FILTER_ARG_IN_VARIABLE']],
    [
      'a filter without argument',
      'sms',
      { body: '{{payload.a | pluralize}}' },
      ['body: INVALID_FILTER_ARG_IN_VARIABLE'],
    ],
    [
      'a zone that is none',
      'sms',
      { body: '{{payload.at | date: "%H", "Europe/Belrin"}}' },
      ['body: INVALID_FILTER_ARG_IN_VARIABLE'],
    ],
    ['a zone', 'sms', { body: '{{payload.at | date: "%H", "Europe/Berlin"}}' }, []],
    [
      'a script as link',
      'in_app',
      { body: 'x', redirect: { url: 'javascript:alert(1)' } },
      ['redirect.url: INVALID_URL'],
    ],
    [
      'a mail link with a template',
      'in_app',
      { body: 'x', redirect: { url: 'mailto:{{payload.a}}' } },
      ['redirect.url: INVALID_URL (warning)'],
    ],
    ['two slashes', 'in_app', { body: 'x', avatar: '//example.com/a.png' }, ['avatar: INVALID_URL']],
    [
      'the link of a button',
      'in_app',
      { body: 'x', secondaryAction: { label: 'a', redirect: { url: 'orders' } } },
      ['secondaryAction.redirect.url: INVALID_URL'],
    ],
    ['the address of a request', 'http_request', { method: 'GET', url: 'ftp://example.com' }, ['url: INVALID_URL']],
    ['an empty message', 'in_app', { body: ' ', subject: '' }, ['body: MISSING_VALUE']],
    ['an email without subject', 'email', { body: 'x', editorType: 'html' }, ['subject: MISSING_VALUE']],
    ['an SMS without text', 'sms', {}, ['body: MISSING_VALUE']],
    ['a push without text', 'push', {}, ['body: MISSING_VALUE']],
    ['a chat message without text', 'chat', { body: '' }, ['body: MISSING_VALUE']],
    ['a tool message without text', 'tool', {}, ['body: MISSING_VALUE']],
    ['a delay without time', 'delay', {}, ['amount: MISSING_VALUE', 'unit: MISSING_VALUE']],
    ['a timed delay without pattern', 'delay', { type: 'timed' }, ['cron: MISSING_VALUE']],
    ['a dynamic delay without path', 'delay', { type: 'dynamic' }, ['dynamicKey: MISSING_VALUE']],
    [
      'CS70: a wait for nothing',
      'wait_until',
      {},
      ['until: MISSING_VALUE', 'timeout.amount: MISSING_VALUE', 'timeout.unit: MISSING_VALUE'],
    ],
    [
      'CS70: waits for half of something',
      'wait_until',
      { until: [{ status: 'read' }, { stepId: 'mail' }, { event: ' ' }], timeout: { amount: 1, unit: 'days' } },
      ['until.0: MISSING_VALUE', 'until.1: MISSING_VALUE', 'until.2: MISSING_VALUE'],
    ],
    [
      'CS70: waits for steps that send nothing, or come later',
      'wait_until',
      {
        until: ['gather', 'later', 'nobody'].map((stepId) => ({ status: 'read', stepId })),
        timeout: { amount: 31, unit: 'days' },
      },
      [
        'timeout.amount: TIER_LIMIT_EXCEEDED',
        ...[0, 1, 2].map((index) => `until.${index}.stepId: UNSUPPORTED_PROPERTY`),
      ],
    ],
    ['a digest without unit', 'digest', { amount: 5 }, ['unit: MISSING_VALUE']],
    ['a throttle without amount', 'throttle', { unit: 'hours' }, ['amount: MISSING_VALUE']],
    ['a dynamic throttle without path', 'throttle', { type: 'dynamic' }, ['dynamicKey: MISSING_VALUE']],
    ['a request without address', 'http_request', {}, ['url: MISSING_VALUE', 'method: MISSING_VALUE (warning)']],
    [
      'a button without label',
      'in_app',
      { body: 'x', primaryAction: { redirect: { url: '/' } } },
      ['primaryAction.label: MISSING_VALUE (warning)'],
    ],
    ['a delay that is too long', 'delay', { amount: 31, unit: 'days' }, ['amount: TIER_LIMIT_EXCEEDED']],
    ['a digest beyond all dates', 'digest', { amount: 1e15, unit: 'weeks' }, ['amount: TIER_LIMIT_EXCEEDED']],
    ['half a month', 'delay', { amount: 0.5, unit: 'months' }, ['amount: UNSUPPORTED_PROPERTY']],
    ['a pattern far away', 'delay', { type: 'timed', cron: '0 0 1 1 *' }, ['cron: TIER_LIMIT_EXCEEDED']],
    ['a pattern that never comes', 'digest', { type: 'timed', cron: '0 0 30 2 *' }, ['cron: UNSUPPORTED_PROPERTY']],
    ['a throttle window that is too long', 'throttle', { amount: 31, unit: 'days' }, ['amount: TIER_LIMIT_EXCEEDED']],
    ['a throttle window without length', 'throttle', { amount: 0, unit: 'hours' }, ['amount: UNSUPPORTED_PROPERTY']],
    ['a control nobody knows', 'sms', { body: 'x', colour: 'red' }, ['colour: UNSUPPORTED_PROPERTY (warning)']],
    [
      'a nested one',
      'in_app',
      { body: 'x', redirect: { url: '/', rel: 'a' } },
      ['redirect.rel: UNSUPPORTED_PROPERTY (warning)'],
    ],
    ['data that is not a scalar', 'in_app', { body: 'x', data: { a: {} } }, ['data.a: UNSUPPORTED_PROPERTY']],
    [
      'too much data',
      'in_app',
      { body: 'x', data: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 1])) },
      ['data: UNSUPPORTED_PROPERTY'],
    ],
    [
      'BL1: a body that is not a document',
      'email',
      { subject: 'x', body: '{"type":"doc"}' },
      ['body: UNSUPPORTED_PROPERTY'],
    ],
    [
      'BL1: a chat body that is none',
      'chat',
      { body: '{"type":"doc', editorType: 'block' },
      ['body: UNSUPPORTED_PROPERTY'],
    ],
    [
      'BL3: a document that exceeds a limit',
      'email',
      { subject: 'x', body: '{"type":"doc","content":[{"type":"paragraph","content":7}]}' },
      ['body: UNSUPPORTED_PROPERTY'],
    ],
  ])('%s', (_what, type, values, expected) => {
    expect(issuesOf(type, values)).toEqual(expected);
  });

  it.each<[string, StepType, Record<string, unknown>, string[]]>([
    ['a template', 'sms', { body: '{{payload.orderID}}' }, ['body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE payload.orderID']],
    [
      'a condition',
      'sms',
      { body: 'x', skip: { '!': { var: 'payload.a' } } },
      ['skip: ILLEGAL_VARIABLE_IN_CONTROL_VALUE payload.a'],
    ],
    [
      'a key',
      'digest',
      { amount: 1, unit: 'days', digestKey: 'a.b' },
      ['digestKey: ILLEGAL_VARIABLE_IN_CONTROL_VALUE payload.a.b'],
    ],
  ])('a payload variable that the schema does not name, in %s', (_where, type, values, expected) => {
    expect(issuesOf(type, values, ORDER)).toEqual(expected);
  });

  it('says where a template breaks', () => {
    const broken = step('sms', { body: 'Hello\n {{ payload.a' });
    expect(controlIssues({ steps: [broken] }, broken, SITUATION)).toMatchObject([
      { field: 'body', message: expect.stringMatching(/ \(line 2, column 2\)$/) },
    ]);
  });

  it('tells errors before warnings, and not too many', () => {
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, '{{foo}}']));
    const issues = issuesOf('sms', { body: 'x', ...unknown });
    expect(issues).toHaveLength(50);
    expect(issues.filter((issue) => issue.endsWith('(warning)'))).toEqual([]);
  });
});
