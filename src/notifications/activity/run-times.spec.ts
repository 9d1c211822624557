import { Types } from 'mongoose';
import { endOfRun, stepTimes, type TimedStep } from './run-times.js';

const T0 = Date.UTC(2026, 0, 1);
const [A, B] = [new Types.ObjectId(), new Types.ObjectId()] as const;
const at = (ms: number): Date => new Date(T0 + ms);
const sinceStart = (time: Date | undefined): number | undefined => time && time.getTime() - T0;

/** A step with lines at these times, and attempts as [time, duration, integration]. */
function step(
  status: TimedStep['status'],
  lines: number[],
  attempts: [number, number | undefined, Types.ObjectId][] = [],
): TimedStep {
  return {
    status,
    details: lines.map((ms) => ({ at: at(ms), status: 'Success', detail: 'x' })),
    attempts: attempts.map(([time, ms, integrationId]) => ({
      at: at(time),
      ...(ms !== undefined && { ms }),
      integrationId,
      providerId: 'x',
      outcome: 'sent',
    })),
  };
}

describe('AV4: the times of steps', () => {
  it.each<[string, TimedStep[], (number | undefined)[][]]>([
    ['a step that has not begun', [step('pending', [])], [[undefined, undefined]]],
    ['a step that waits', [step('delayed', [5])], [[5, undefined]]],
    ['a wait', [step('completed', [0, 90_000])], [[0, 90_000]]],
    [
      'steps after each other',
      [step('completed', [0], [[0, 800, A]]), step('completed', [0], [[0, 300, B]]), step('skipped', [0])],
      [
        [0, 800],
        [800, 1100],
        [1100, 1100],
      ],
    ],
    [
      'devices at once, then the next integration',
      [
        step(
          'completed',
          [0],
          [
            [0, 200, A],
            [0, 700, A],
            [0, 50, B],
          ],
        ),
      ],
      [[0, 750]],
    ],
    [
      'attempts again',
      [
        step(
          'completed',
          [0, 60_000],
          [
            [0, 100, A],
            [60_000, 40, A],
          ],
        ),
      ],
      [[0, 60_040]],
    ],
    [
      'a replay after later steps',
      [
        step(
          'completed',
          [0, 500_000],
          [
            [0, 100, A],
            [500_000, 40, A],
          ],
        ),
        step('completed', [0]),
      ],
      [
        [0, 500_040],
        [100, 100],
      ],
    ],
    ['an attempt of an earlier release', [step('failed', [7], [[7, undefined, A]])], [[7, 7]]],
  ])('%s', (_case, steps, expected) => {
    const times = stepTimes(steps).map(({ startedAt, endedAt }) => [sinceStart(startedAt), sinceStart(endedAt)]);
    expect(times).toEqual(expected);
  });

  it('a run ends with its last step, or when it was canceled', () => {
    const steps = stepTimes([step('completed', [0], [[0, 800, A]])]);
    expect(sinceStart(endOfRun({ status: 'completed', updatedAt: at(0) }, steps))).toBe(800);
    expect(sinceStart(endOfRun({ status: 'canceled', updatedAt: at(5000) }, steps))).toBe(5000);
    expect(endOfRun({ status: 'waiting', updatedAt: at(0) }, steps)).toBeUndefined();
  });
});
