import { Types } from 'mongoose';
import {
  eventOfReport,
  isNews,
  type MessageEventType,
  outcomeEvent,
  sendingOf,
  toMessageEvent,
} from './message-event.js';
import type { DeliveryReport, Message, MessageStatus } from './message.schema.js';

const CREATED = new Date('2030-01-01T10:00:00Z');
const NOW = new Date('2030-01-01T12:00:00Z');

describe('the event of a message', () => {
  it.each<[MessageStatus | undefined, MessageEventType | undefined]>([
    [undefined, 'message.sent'],
    ['sent', 'message.sent'],
    ['error', 'message.failed'],
    ['warning', 'message.failed'],
  ])('with the status %s is %s', (status, event) => {
    expect(outcomeEvent({ status })).toBe(event);
  });

  it.each<[DeliveryReport['status'], MessageEventType | undefined]>([
    ['delivered', 'message.delivered'],
    ['bounced', 'message.failed'],
    ['undelivered', 'message.failed'],
    ['spam', 'message.complained'],
    ['complaint', 'message.complained'],
    ['opened', 'message.opened'],
    ['clicked', 'message.clicked'],
    ['unsubscribed', undefined],
    ['sent', undefined],
  ])('after the report %s is %s', (status, event) => {
    expect(eventOfReport({ status })).toBe(event);
  });

  it.each<[MessageEventType, Partial<Message>, boolean]>([
    ['message.seen', { firstSeenAt: NOW }, true],
    ['message.seen', { firstSeenAt: CREATED }, false],
    ['message.read', { readAt: NOW }, true],
    ['message.read', { readAt: CREATED }, false],
    ['message.archived', { archivedAt: NOW }, true],
    ['message.archived', {}, false],
    ['message.unread', {}, true],
  ])('%s of %j is news: %s', (type, dates, expected) => {
    expect(isNews(type, dates, NOW)).toBe(expected);
  });

  it.each<[string, Pick<Message, 'replays' | 'attempts'>, object]>([
    ['sent once happens when it is created', {}, { at: CREATED }],
    ['sent again happens at its last attempt', { replays: 1, attempts: [attempt(NOW)] }, occurred(NOW)],
    ['sent again without an attempt happens now', { replays: 1 }, occurred(NOW)],
  ])('%s', (_what, message, expected) => {
    expect(sendingOf({ createdAt: CREATED, ...message }, NOW)).toEqual(expected);
  });

  it.each<[string, Partial<Message>, object]>([
    ['has the error of a failure', { errorId: 'x', errorText: 'gone' }, { error: { id: 'x', text: 'gone' } }],
    ['has the state before a snooze', snoozed(), { read: true, snoozedUntil: '2030-01-02T00:00:00.000Z' }],
  ])('%s', (_what, fields, expected) => {
    const { data } = toMessageEvent({ message: aMessage(fields), type: 'message.failed', at: NOW }, 'ada', NOW);
    expect(data).toMatchObject({ subscriberId: 'ada', ...expected });
  });
});

function attempt(at: Date) {
  return { at, integrationId: new Types.ObjectId(), providerId: 'smtp', outcome: 'sent' } as const;
}

function occurred(at: Date) {
  return { at, occurrence: at.toISOString() };
}

function snoozed(): Partial<Message> {
  return { snoozedUntil: new Date('2030-01-02T00:00:00Z'), beforeSnooze: { read: true, archived: false } };
}

function aMessage(fields: Partial<Message>): Message {
  const workflow = { identifier: 'welcome' };
  const shown = { seen: false, read: false, archived: false, deliveredAt: [], createdAt: CREATED };
  return { _id: new Types.ObjectId(), workflow, ...shown, ...fields } as unknown as Message;
}
