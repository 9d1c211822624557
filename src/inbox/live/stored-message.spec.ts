import { Types } from 'mongoose';
import type { ActionType, Message } from '../../notifications/messages/message.schema.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { toStoredMessageDto } from './stored-message.js';

/** Which buttons are completed, and which of them last. */
interface Done {
  primary?: true;
  secondary?: true;
  last?: ActionType;
}

const created = new Date('2026-05-01T12:00:00.000Z');
const later = new Date('2026-05-02T12:00:00.000Z');

const subscriber: Subscriber = {
  _id: new Types.ObjectId(),
  environmentId: new Types.ObjectId(),
  organizationId: new Types.ObjectId(),
  subscriberId: 'ada',
  email: 'ada@example.com',
  channels: [],
  isOnline: true,
  onlineAt: ['a process'],
  createdAt: created,
  updatedAt: created,
  __v: 0,
};

function aMessage(fields: Partial<Message> = {}): Message {
  return {
    _id: new Types.ObjectId(),
    environmentId: subscriber.environmentId,
    organizationId: subscriber.organizationId,
    subscriberId: subscriber._id,
    runId: new Types.ObjectId(),
    stepId: 'inbox',
    transactionId: 't-1',
    channel: 'in_app',
    workflow: {
      id: new Types.ObjectId(),
      identifier: 'welcome',
      name: 'Welcome',
      critical: false,
      tags: [],
      severity: 'none',
    },
    body: 'Hello',
    tags: [],
    severity: 'none',
    contextKeys: [],
    seen: false,
    read: false,
    archived: false,
    deliveredAt: [created],
    createdAt: created,
    expiresAt: new Date('2100-01-01'),
    ...fields,
  };
}

const dtoOf = (fields: Partial<Message> = {}) => toStoredMessageDto(aMessage(fields), subscriber, later);

describe('a stored message as widgets read it', () => {
  it('leaves out what is not set, and has a cta in any case', () => {
    const message = aMessage();
    expect(toStoredMessageDto(message, subscriber, later)).toEqual({
      _id: message._id.toHexString(),
      _environmentId: message.environmentId.toHexString(),
      _organizationId: message.organizationId.toHexString(),
      _subscriberId: subscriber._id.toHexString(),
      _notificationId: message.runId.toHexString(),
      _templateId: message.workflow.id.toHexString(),
      templateIdentifier: 'welcome',
      transactionId: 't-1',
      content: 'Hello',
      channel: 'in_app',
      tags: [],
      severity: 'none',
      status: 'sent',
      read: false,
      seen: false,
      archived: false,
      createdAt: created.toISOString(),
      deliveredAt: [created.toISOString()],
      contextKeys: [],
      workflow: { ...message.workflow, id: message.workflow.id.toHexString() },
      subscriber: { _id: subscriber._id.toHexString(), subscriberId: 'ada', email: 'ada@example.com' },
      cta: {},
    });
  });

  it.each<[string, Done, object]>([
    ['nothing completed', {}, { status: 'pending' }],
    ['the first completed', { primary: true }, { status: 'done', result: { type: 'primary' } }],
    ['the second completed', { secondary: true }, { status: 'done', result: { type: 'secondary' } }],
    ['both, the first one last', { primary: true, secondary: true, last: 'primary' }, { result: { type: 'primary' } }],
    [
      'both, the second one last',
      { primary: true, secondary: true, last: 'secondary' },
      { result: { type: 'secondary' } },
    ],
  ])('shows buttons with %s', (_what, done, shown) => {
    const { cta } = dtoOf({
      actions: {
        primary: { label: 'Yes', completed: done.primary ?? false, redirect: { url: '/yes', target: '_self' } },
        secondary: { label: 'No', completed: done.secondary ?? false },
      },
      lastCompleted: done.last,
    });
    expect(cta).toMatchObject({
      type: 'redirect',
      action: {
        buttons: [
          { type: 'primary', content: 'Yes', url: '/yes', target: '_self' },
          { type: 'secondary', content: 'No' },
        ],
        ...shown,
      },
    });
  });

  it('A9: one that has woken up is delivered again, and not snoozed', () => {
    const message = dtoOf({
      snoozedUntil: new Date('2026-05-01T13:00:00.000Z'),
      beforeSnooze: { read: true, readAt: created, archived: false },
    });
    expect(message).toMatchObject({
      read: false,
      deliveredAt: ['2026-05-01T12:00:00.000Z', '2026-05-01T13:00:00.000Z'],
    });
    expect(message).not.toHaveProperty('lastReadDate');
    expect(message).not.toHaveProperty('snoozedUntil');
  });
});
