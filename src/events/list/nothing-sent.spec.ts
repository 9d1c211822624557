import { type EndedEvent, nothingSent } from './nothing-sent.js';

const event = (more: object): EndedEvent => ({
  kind: 'single',
  expansion: { chunk: 1, cursor: { phase: 'direct' }, done: true },
  counters: { expanded: 0, sent: 0, failed: 0, skipped: 0 },
  recipients: [{ kind: 'subscriber' }],
  ...more,
});
const counts = (expanded: number, sent: number, failed: number, skipped: number) => ({
  counters: { expanded, sent, failed, skipped },
});
const topic = { recipients: [{ kind: 'topic' }] };
const cancelledAt = new Date();

describe('Z9: nothing was sent', () => {
  it.each<[string, object]>([
    ['cancelled', { cancelledAt, ...counts(2, 0, 0, 2) }],
    ['cancelled', { cancelledAt, expansion: { chunk: 0, cursor: { phase: 'direct' }, done: true } }],
    ['workflow_deleted', { problems: [{ code: 'workflow_deleted', detail: 'x' }] }],
    ['unknown_topic', { ...topic, problems: [{ code: 'unknown_topic', detail: 'x', topicKey: 'x' }] }],
    ['no_subscribers', { kind: 'broadcast', recipients: [] }],
    ['no_members', topic],
    ['no_recipients', {}],
    ['all_skipped', counts(3, 0, 0, 3)],
    ['all_skipped', { counters: { ...counts(3, 0, 0, 3).counters, merged: 1 } }],
    ['merged', { counters: { ...counts(3, 0, 0, 3).counters, merged: 3 } }],
    ['merged', { counters: { ...counts(1, 0, 0, 1).counters, merged: 1 } }],
    ['all_failed', counts(3, 0, 3, 0)],
    ['skipped_or_failed', counts(3, 0, 1, 2)],
    ['skipped_or_failed', { cancelledAt, ...counts(3, 0, 1, 2) }],
  ])('because: %s', (reason, more) => {
    expect(nothingSent(event(more))).toEqual({ reason, detail: expect.stringMatching(/./) });
  });

  it('says how many were skipped, and how many failed', () => {
    expect(nothingSent(event(counts(3, 0, 2, 1)))?.detail).toBe(
      'Of 3 recipients 1 was skipped, and delivery to 2 failed',
    );
  });

  it.each<[string, object]>([
    ['something was', counts(3, 1, 1, 1)],
    ['some wait', counts(3, 0, 1, 1)],
    ['some of a cancelled trigger are not counted yet', { cancelledAt, ...counts(3, 0, 1, 0) }],
    ['recipients are still being found', { expansion: { chunk: 0, cursor: { phase: 'direct' }, done: false } }],
  ])('is not said where %s', (_case, more) => {
    expect(nothingSent(event(more))).toBeUndefined();
  });
});
