import { Types } from 'mongoose';
import { Allowance } from '#libs/computation/task.js';
import { newRun } from '../../src/delivery/engine/run-documents.js';
import type { RunScope } from '../../src/delivery/engine/run-input.js';
import type { OutgoingMessage, StepEffects } from '../../src/delivery/engine/step-effects.js';
import type { StepServices } from '../../src/delivery/engine/steps/step.js';
import type { Integration } from '../../src/integrations/integration.schema.js';
import type { Run } from '../../src/notifications/activity/run.schema.js';
import { IdMap } from '../../src/platform/ids.js';
import { Tracing } from '../../src/platform/tracing/tracing.js';
import { TranslationBook } from '../../src/translations/translations.service.js';
import type { StepType } from '../../src/workflows/steps/step-kinds.js';

/** The time of runs, until a test moves it. */
export const NOW = new Date('2026-03-01T09:00:00.000Z');

/** A step of a run: its type and control values. */
export type GivenStep = readonly [type: StepType, controlValues?: Record<string, unknown>];

/** A run of a workflow with these steps, named `0`, `1`, …, and all that they read. */
export function aRun(steps: readonly GivenStep[], fields: Partial<RunScope> = {}): { run: Run; scope: RunScope } {
  const environmentId = new Types.ObjectId();
  const organizationId = new Types.ObjectId();
  const id = () => ({ _id: new Types.ObjectId(), environmentId, organizationId });
  const scope = {
    event: { ...id(), transactionId: 'tx', payload: {}, createdAt: NOW },
    workflow: {
      ...id(),
      workflowId: 'order-shipped',
      name: 'Order shipped',
      version: 1,
      tags: [],
      severity: 'none',
      preferences: { workflow: { all: { enabled: true } } },
      steps: steps.map(([type, controlValues = {}], index) => ({
        ...id(),
        stepId: String(index),
        name: String(index),
        type,
        controlValues,
      })),
    },
    subscriber: { ...id(), subscriberId: 'ada', email: 'ada@example.com', phone: '+4930901820', channels: [] },
    env: { open: {}, secret: {} },
    inAppActive: true,
    now: NOW,
    integrations: [],
    openChannels: () => [],
    endpoints: [],
    preferences: {},
    messageStates: new IdMap(),
    recovering: false,
    storedMessages: new IdMap(),
    sources: { layouts: { named: new Map() }, translations: new TranslationBook(new Map()), tenants: new Map() },
    ...fields,
  } as unknown as RunScope;
  return { run: newRun(scope, 0), scope };
}

/** An integration that has no conditions. */
export function anIntegrationOf(channel: Integration['channel'], fields: Partial<Integration> = {}): Integration {
  const _id = new Types.ObjectId();
  const own = { _id, channel, providerId: 'test', identifier: `${channel}-1`, conditions: [], primary: true };
  return { ...own, ...fields } as unknown as Integration;
}

/** Effects that are recorded: by default all succeed, and nothing limits the run. */
export function recordedEffects(others: Partial<StepEffects> = {}) {
  const calls: (keyof StepEffects)[] = [];
  const sent: OutgoingMessage[] = [];
  const events = { events: [], eventCount: 3 };
  const effects: StepEffects = {
    countThrottle: async () => ({ passes: true }),
    joinDigest: async ({ window }) => ({ kind: 'opened', window, until: new Date(NOW.getTime() + 60_000) }),
    extendDigest: async () => undefined,
    closeDigest: async () => ({ kind: 'closed', ...events }),
    readDigest: async () => events,
    awaitMessages: async () => undefined,
    takeSlot: async () => ({ granted: true }),
    callHttp: async () => ({ ok: true, statusCode: 200, headers: {}, body: '{"id":7}' }),
    askBridge: async () => ({ ok: true, value: { outputs: {}, skip: false } }),
    findSuppressions: async () => [],
    send: async () => ({ result: { ok: true }, ms: 5 }),
    forgetDevice: async () => undefined,
    ...others,
  };
  const recorded = Object.fromEntries(
    Object.entries(effects).map(([name, effect]) => [
      name,
      (request: never) => {
        calls.push(name as keyof StepEffects);
        if (name === 'send') sent.push(request);
        return (effect as (given: never) => unknown)(request);
      },
    ]),
  ) as unknown as StepEffects;
  return { effects: recorded, calls, sent };
}

/** What steps are given, with templates and conditions computed here and now. */
export function stepServices(effects: StepEffects, now: () => Date = () => NOW): StepServices {
  return {
    computation: { run: async (task, input) => task.run(input, new Allowance()) },
    effects,
    links: {
      unsubscribe: async () => 'https://notify.example.com/u/token',
      preferences: async () => 'https://notify.example.com/preferences/token',
      samples: {
        unsubscribe: 'https://notify.example.com/u/sample',
        preferences: 'https://notify.example.com/preferences/sample',
      },
    },
    maxWait: { amount: 90, unit: 'days' },
    retries: {
      tries: 3,
      firstWaitMs: 1000,
      endsAfterTries: true,
      spans: { email: 86_400_000, other: 3_600_000 },
      random: () => 0.5,
    },
    now,
    trackingAddress: 'https://mail.example/e/',
    tracing: new Tracing(),
  };
}
