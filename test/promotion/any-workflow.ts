import fc from 'fast-check';
import { freeFormProblem } from '../../src/platform/validation/decorators.js';

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('\n', '\t', ' ', '#', ':', '"', "'", '-', '{', '}', 'é', '😀'),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    maxLength: 30,
  })
  .filter((value) => !value.includes('\0'));
const name = text.filter((value) => /\S/.test(value));
// Braces would be templates, which have rules of their own.
const plain = text.map((value) => value.replace(/[{}%]/g, ''));
// What objects have of themselves is a key like any other.
const key = fc.oneof({ weight: 4, arbitrary: text }, fc.constantFrom('constructor', 'prototype', 'toString'));
const freeForm = fc
  .dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  .filter((value) => freeFormProblem(value) === undefined && !JSON.stringify(value).includes('__proto__'));
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const period = { amount: fc.integer({ min: 1, max: 20 }), unit: fc.constantFrom('minutes', 'hours', 'days') };
const skip = optional(fc.constant({ '==': [{ var: 'payload.urgent' }, true] }));

/** Control values by type of step; members of the author's own are kept. */
const CONTROL_VALUES: Record<string, fc.Arbitrary<object>> = {
  in_app: fc.record({ skip, body: plain, subject: optional(plain), data: optional(freeForm) }),
  email: fc.record({
    skip,
    subject: plain,
    body: plain,
    editorType: fc.constant('html'),
    layoutId: fc.constantFrom(undefined, null, 'brand'),
  }),
  sms: fc.record({ body: plain }),
  push: fc.record({ subject: plain, body: plain }),
  chat: fc.record({ body: plain }),
  delay: fc.record({ type: fc.constant('regular'), ...period }),
  wait_until: fc.record({
    until: fc.array(
      fc.oneof(fc.record({ event: fc.constant('paid') }), fc.record({ status: fc.constant('read'), stepId: name })),
    ),
    timeout: fc.record(period),
  }),
  digest: fc.record({ type: fc.constant('regular'), ...period, digestKey: optional(fc.constant('payload.key')) }),
  throttle: fc.record({ type: fc.constant('fixed'), ...period, threshold: fc.integer({ min: 1, max: 9 }) }),
  http_request: fc.record({ method: fc.constantFrom('GET', 'POST'), url: fc.constant('https://example.com/') }),
  custom: fc.record({ custom: freeForm }),
};

const step = fc.constantFrom(...Object.keys(CONTROL_VALUES)).chain((type) =>
  fc.record({
    name,
    type: fc.constant(type),
    controlValues: fc.tuple(freeForm, CONTROL_VALUES[type]!).map(([own, known]) => ({ own, ...known })),
    providerOverrides:
      type === 'chat' ? optional(fc.dictionary(fc.constantFrom('slack', 'telegram'), freeForm)) : fc.constant(null),
  }),
);

const layer = fc.record({
  all: fc.record({ enabled: fc.boolean(), readOnly: fc.boolean() }),
  channels: fc.dictionary(
    fc.constantFrom('email', 'sms', 'in_app', 'chat', 'push'),
    fc.record({ enabled: fc.boolean() }),
  ),
});

/** The body of a request that creates a workflow, but for its identifier; step ids are numbers. */
export const anyWorkflow = fc
  .record({
    name,
    description: optional(text),
    tags: fc.array(
      text.filter((tag) => tag !== ''),
      { maxLength: 3 },
    ),
    active: fc.boolean(),
    validatePayload: fc.boolean(),
    payloadSchema: optional(fc.record({ type: fc.constant('object'), title: text, default: freeForm })),
    isTranslationEnabled: fc.boolean(),
    strictVariables: optional(fc.boolean()),
    quietHours: optional(fc.constantFrom('skip', 'hold')),
    samples: optional(
      fc.uniqueArray(fc.record({ name: fc.constantFrom('Long order', 'No items', '😀'), payload: freeForm }), {
        selector: (one) => one.name,
      }),
    ),
    isSubscription: fc.boolean(),
    categorised: fc.constantFrom('not said', 'none', 'last'),
    agent: fc.option(
      fc.record({
        identifier: name,
        providers: optional(fc.constant({ 'novu-email-agent': { replyTo: 'help@example.com' }, slack: {} })),
      }),
    ),
    severity: fc.constantFrom('high', 'medium', 'low', 'none'),
    preferences: fc.record({ user: fc.option(layer), workflow: fc.option(layer) }),
    steps: fc
      .array(step, { maxLength: 5 })
      .map((steps) => steps.map((one, index) => ({ stepId: `step-${index}`, ...one }))),
  })
  .map(({ isSubscription, categorised, ...workflow }) => {
    const { user, workflow: own } = workflow.preferences;
    const isCritical = user?.all.readOnly ?? own?.all.readOnly ?? false;
    const category = categorised === 'none' ? null : workflow.tags.at(-1);
    return {
      ...workflow,
      ...(isSubscription && !isCritical && { kind: 'subscription' }),
      ...(categorised !== 'not said' && category !== undefined && { category }),
    };
  });

/** Texts of a workflow in some languages. */
export const anyTexts = fc.dictionary(
  fc.constantFrom('de', 'en_US', 'fr'),
  fc.dictionary(
    key.filter((one) => one !== '' && !one.startsWith('$')),
    text,
    { maxKeys: 3 },
  ),
);

/** An identifier that may need quoting in paths and files. */
export const anyIdentifier = fc
  .string({ unit: fc.constantFrom('a', 'B', '/', '.', ' ', 'ж', '%', '~'), minLength: 1, maxLength: 6 })
  .map((part) => `w${part}w`);
