import type { Duration } from '#libs/schedule/durations.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import type { StepType } from '../../../workflows/steps/step-kinds.js';
import { expiryOf } from './expiry.js';

const NOW = new Date('2026-03-01T09:00:00.000Z');

const minutes = (amount: number): Duration => ({ amount, unit: 'minutes' });
const after = (amount: number): Date => new Date(NOW.getTime() + amount * 60_000);

interface Given {
  /** Minutes from the acceptance of the event. */
  trigger?: number;
  workflow?: number;
  step?: number;
  timing?: Run['timing'];
  external?: boolean;
}

function given({ trigger, workflow, step, timing, external }: Given, type: StepType = 'sms') {
  return {
    run: { timing },
    step: { type, controlValues: step ? { expiresIn: minutes(step) } : {} },
    scope: {
      event: { createdAt: NOW, ...(trigger && { validUntil: after(trigger) }) },
      workflow: { ...(workflow && { expiresIn: minutes(workflow) }), ...(external && { external: {} }) },
    },
  };
}

describe('when a message is too late', () => {
  it.each<[string, Given, number | undefined, string?]>([
    ['never, without a limit', {}, undefined],
    ['EX2: by the trigger', { trigger: 5 }, 5, 'trigger'],
    ['EX2: by the workflow', { workflow: 5 }, 5, 'workflow'],
    ['EX2: by the step', { step: 5 }, 5, 'step'],
    ['EX2: by the earliest of the three', { trigger: 5, workflow: 4, step: 6 }, 4, 'workflow'],
    ['EX3: by the step, from the end of the wait before it', { step: 5, timing: { due: after(60) } }, 65, 'step'],
    ['EX3: by the trigger, whatever waits', { trigger: 5, step: 5, timing: { due: after(60) } }, 5, 'trigger'],
    [
      'EX4: by the workflow, from the newest event of a digest',
      { workflow: 5, trigger: 1, timing: { due: after(60), newest: { acceptedAt: after(59) } } },
      64,
      'workflow',
    ],
    [
      'EX4: by the trigger of the newest event of a digest',
      { trigger: 1, timing: { due: after(60), newest: { acceptedAt: after(59), validUntil: after(62) } } },
      62,
      'trigger',
    ],
    ['CF4: never by the controls of a workflow in code', { step: 5, external: true }, undefined],
  ])('%s', (_name, limits, expected, ...[limit]) => {
    const found = expiryOf(given(limits));
    expect(found).toEqual(expected === undefined ? undefined : { at: after(expected), limit });
  });

  it.each(['delay', 'digest', 'throttle', 'http_request', 'custom'] as const)(
    'EX1: never for a step of type %s',
    (type) => {
      expect(expiryOf(given({ trigger: 1, workflow: 1, step: 1 }, type))).toBeUndefined();
    },
  );
});
