import { Types } from 'mongoose';
import type { RunStep } from '../../../notifications/activity/run.schema.js';
import type { RunStatus, StepStatus } from '../../../notifications/activity/statuses.js';
import { replayOf } from './dead-letter-waker.js';

const [first, second] = [new Types.ObjectId(), new Types.ObjectId()];
const messages = [
  { _id: first, stepId: 'b', channel: 'email' as const },
  { _id: second, stepId: 'c', channel: 'sms' as const },
];
const steps = (statuses: Record<string, StepStatus>): RunStep[] =>
  Object.entries(statuses).map(([stepId, status]) => ({ stepId, status }) as RunStep);
const run = (status: RunStatus) => ({
  _id: new Types.ObjectId(),
  status,
  steps: steps({ a: 'completed', b: 'failed', c: 'completed' }),
});
const event = { _id: new Types.ObjectId() };

describe('what of a run is sent again', () => {
  it.each(['failed', 'completed', 'canceled', 'merged', 'skipped'] as const)(
    'the steps of the messages, of a run that was %s',
    (status) => {
      expect(replayOf(run(status), event, messages)).toMatchObject({
        from: status,
        steps: [
          { step: 1, messages: [first.toHexString()], delivered: false },
          { step: 2, messages: [second.toHexString()], delivered: true },
        ],
      });
    },
  );

  it.each([
    ['run_open', run('waiting'), event, false],
    ['run_open', run('running'), event, false],
    ['content_deleted', run('failed'), undefined, false],
    ['attachments_deleted', run('failed'), event, true],
  ] as const)('nothing: %s', (refusal, given, of, areFilesLost) => {
    expect(replayOf(given, of, messages, areFilesLost)).toBe(refusal);
  });

  it('E12: what has no attachments is sent without those of its event', () => {
    expect(replayOf(run('failed'), event, messages.slice(1), true)).toMatchObject({ steps: [{ step: 2 }] });
  });
});
