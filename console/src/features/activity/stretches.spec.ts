import { durationText } from './duration';
import type { StepEntry } from './reads';
import { axisOf, placeOf, rowsOf } from './stretches';

const at = (ms: number) => new Date(ms).toISOString();
const step = (fields: Partial<StepEntry>) =>
  ({ _id: 'x', type: 'email', status: 'completed', executionDetails: [], ...fields }) as unknown as StepEntry;

describe('the time line of a run', () => {
  it('keeps time in the queue, attempts and the wait between them apart', () => {
    const attempt = (ms: number, durationMs: number, error?: string) =>
      ({ at: at(ms), durationMs, error }) as NonNullable<StepEntry['attempts']>[number];
    const rows = rowsOf(
      {
        acceptedAt: at(0),
        startedAt: at(20),
        jobs: [
          step({ startedAt: at(20), endedAt: at(5100), attempts: [attempt(30, 70, 'status 503'), attempt(5000, 90)] }),
        ],
      },
      6000,
    );
    expect(rows.map(({ segments }) => segments.map(({ kind, start, end }) => [kind, start, end]))).toEqual([
      [['queue', 0, 20]],
      [
        ['work', 20, 30],
        ['attempt', 30, 100],
        ['wait', 100, 5000],
        ['attempt', 5000, 5090],
        ['work', 5090, 5100],
      ],
    ]);
  });

  it('shows when the provider has reported something, after a cut', () => {
    const opened = { source: 'Webhook', createdAt: at(86_400_000), detail: 'Opened' };
    const executionDetails = [opened] as unknown as StepEntry['executionDetails'];
    const rows = rowsOf({ startedAt: at(0), jobs: [step({ startedAt: at(0), endedAt: at(40), executionDetails })] }, 0);
    expect(rows[0]!.segments.map(({ kind, label }) => [kind, label])).toEqual([
      ['work', 'Processing'],
      ['report', 'Opened'],
    ]);
    expect(axisOf(rows).map(({ isBroken }) => isBroken)).toEqual([false, true]);
  });

  it('cuts three days of waiting short, so that 80 ms of work can be seen', () => {
    const days = 3 * 86_400_000;
    const rows = rowsOf(
      {
        startedAt: at(0),
        jobs: [
          step({ startedAt: at(0), endedAt: at(40) }),
          step({ type: 'delay', startedAt: at(40), endedAt: at(40 + days) }),
          step({ startedAt: at(40 + days), endedAt: at(80 + days) }),
        ],
      },
      0,
    );
    const axis = axisOf(rows);
    expect(axis.map(({ isBroken, from, to }) => [isBroken, Math.round(from), Math.round(to)])).toEqual([
      [false, 0, 43],
      [true, 43, 57],
      [false, 57, 100],
    ]);
    expect(placeOf(axis, 20)).toBeCloseTo(21.5);
    expect(placeOf(axis, 80 + days)).toBeCloseTo(100);
  });

  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1440, '1.4 s'],
    [59_990, '1 min'],
    [125_000, '2 min 5 s'],
    [3 * 86_400_000 + 4 * 3_600_000, '3 d 4 h'],
  ])('says %i ms as %s', (ms, text) => expect(durationText(ms)).toBe(text));
});
