import { Types } from 'mongoose';
import { watchRun } from './run-events.js';
import type { Run, RunStep } from './run.schema.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import type { StepStatus } from './statuses.js';

const aStep = (type: StepType, status: StepStatus): RunStep => ({
  id: new Types.ObjectId(),
  stepId: type,
  name: type,
  type,
  status,
  details: [],
});

/** What watching a run with these steps says once they have these statuses. */
function changeOf(steps: [StepType, StepStatus, StepStatus][], before: Partial<Run> = {}, after: Partial<Run> = {}) {
  const run = { status: 'running', steps: steps.map(([type, status]) => aStep(type, status)), ...before } as Run;
  const change = watchRun(run);
  for (const [index, step] of run.steps.entries()) step.status = steps[index]?.[2] ?? step.status;
  Object.assign(run, after);
  const { ended, latencyMs } = change(1000);
  return { ended: ended.map(({ type, status }) => `${type} ${status}`), latencyMs };
}

describe('what has happened to a run', () => {
  it('CH1: steps count when they end, once', () => {
    expect(
      changeOf([
        ['in_app', 'completed', 'completed'],
        ['email', 'pending', 'failed'],
        ['sms', 'delayed', 'skipped'],
        ['push', 'pending', 'delayed'],
      ]),
    ).toEqual({ ended: ['email failed', 'sms skipped'], latencyMs: 1000 });
  });

  it.each(['delay', 'digest'] as const)('CH4: a run that has waited in a %s has no latency', (type) => {
    expect(
      changeOf([
        [type, 'completed', 'completed'],
        ['email', 'pending', 'completed'],
      ]),
    ).toEqual({ ended: ['email completed'], latencyMs: undefined });
  });

  it('CH4: trying again is not a wait', () => {
    expect(changeOf([['email', 'delayed', 'completed']]).latencyMs).toBe(1000);
  });

  it('CH1: a step that is sent again counts when that has ended', () => {
    const replays = [{ step: 0, messages: ['m'], delivered: false }];
    const again = { replays } as Partial<Run>;
    expect(changeOf([['email', 'failed', 'delayed']], again).ended).toEqual([]);
    expect(changeOf([['email', 'failed', 'completed']], again, { replays: undefined })).toEqual({
      ended: ['email completed'],
      latencyMs: undefined,
    });
    expect(changeOf([['email', 'failed', 'failed']], again).ended).toEqual([]);
  });
});
