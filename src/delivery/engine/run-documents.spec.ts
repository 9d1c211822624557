import { Types } from 'mongoose';
import type { Event } from '../../events/store/event.schema.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { Workflow, WorkflowStep } from '../../workflows/workflow.schema.js';
import { newMessage } from './run-documents.js';
import type { MessageDraft } from './step-outcome.js';

const now = new Date('2026-03-01T09:00:00.000Z');
const DAY_MS = 86_400_000;
const run = { severity: 'high', tags: ['a'], contextKeys: [] } as unknown as Run;
const workflow = { _id: new Types.ObjectId(), severity: 'low', tags: ['a'] } as unknown as Workflow;
const retention = { inAppMs: 365 * DAY_MS, otherMs: 30 * DAY_MS };

function made(channel: MessageDraft['channel']) {
  const draft: MessageDraft = { _id: new Types.ObjectId(), channel, body: 'text' };
  return newMessage(run, { stepId: 'step' } as WorkflowStep, draft, { event: {} as Event, workflow, now }, retention);
}

describe('a new message', () => {
  it.each([
    ['in_app', 365],
    ['email', 30],
    ['push', 30],
  ] as const)('N1: of the channel %s is kept %i days', (channel, days) => {
    expect(made(channel).expiresAt.getTime() - now.getTime()).toBe(days * DAY_MS);
  });

  it('A11: has the severity of its run, and shows that of its workflow beside it', () => {
    expect(made('in_app')).toMatchObject({ severity: 'high', workflow: { severity: 'low' } });
  });
});
