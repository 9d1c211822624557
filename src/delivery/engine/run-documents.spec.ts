import { Types } from 'mongoose';
import type { Event } from '../../events/store/event.schema.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { Workflow, WorkflowStep } from '../../workflows/workflow.schema.js';
import { newMessage } from './run-documents.js';
import type { MessageDraft } from './step-outcome.js';

const now = new Date('2026-03-01T09:00:00.000Z');
const DAY_MS = 86_400_000;
const run = { createdAt: now, severity: 'high', tags: ['a'], contextKeys: [] } as unknown as Run;
const workflow = { _id: new Types.ObjectId(), severity: 'low', tags: ['a'], steps: [] } as unknown as Workflow;
const accepted = new Date('2026-03-01T08:59:59.990Z');
const event = { createdAt: accepted } as Event;
const retention = { inAppMs: 365 * DAY_MS, otherMs: 30 * DAY_MS };

function made(channel: MessageDraft['channel'], at = now) {
  const draft: MessageDraft = { _id: new Types.ObjectId(), channel, body: 'text' };
  return newMessage(run, { stepId: 'step' } as WorkflowStep, draft, { event, workflow, now: at }, retention);
}

describe('a new message', () => {
  it.each([
    ['in_app', 365],
    ['email', 30],
    ['push', 30],
  ] as const)('N1: of the channel %s is kept %i days', (channel, days) => {
    expect(made(channel).expiresAt.getTime() - now.getTime()).toBe(days * DAY_MS);
  });

  it('A14: has the time of its event in an inbox, unless its run has waited', () => {
    const later = new Date('2026-03-01T10:00:00.000Z');
    expect([made('in_app'), made('in_app', later), made('email')].map(({ createdAt }) => createdAt)).toEqual([
      accepted,
      later,
      now,
    ]);
  });

  it('A11: has the severity of its run, and shows that of its workflow beside it', () => {
    expect(made('in_app')).toMatchObject({ severity: 'high', workflow: { severity: 'low' } });
  });
});
