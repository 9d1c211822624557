import type { AwaitedStatus } from '../../workflows/steps/awaited.js';
import { type Reached, reachedStatuses } from './reached-statuses.js';

const NOW = new Date('2026-03-01T09:00:00.000Z');
const LATER = new Date('2026-03-01T10:00:00.000Z');

const message = (fields: object): Reached => ({
  channel: 'email',
  seen: false,
  read: false,
  archived: false,
  deliveredAt: [NOW],
  ...fields,
});
const reported = (...statuses: string[]) => message({ reports: statuses.map((status) => ({ status })) });
const ofInbox = (fields: object) => message({ channel: 'in_app', ...fields });
const before = { read: true, readAt: NOW, archived: false };

describe('CS71: what has become of a message', () => {
  it.each<[string, Reached, AwaitedStatus[]]>([
    ['an email without reports', message({}), []],
    ['an email that its provider has accepted', reported('accepted', 'sent'), []],
    ['a delivered email', reported('delivered'), ['delivered']],
    ['an opened email', reported('opened'), ['delivered', 'opened', 'seen', 'read']],
    ['an email with a link that was clicked', reported('clicked'), ['delivered', 'opened', 'clicked', 'seen', 'read']],
    ['a bounced email', reported('deferred', 'bounced'), ['bounced']],
    [
      'a text message that was not delivered',
      message({ channel: 'sms', reports: [{ status: 'undelivered' }] }),
      ['bounced'],
    ],
    ['an email that could not be sent', message({ status: 'error' }), ['bounced']],
    ['a delivered email somebody complained about', reported('delivered', 'complaint'), ['delivered']],
    ['a notification', ofInbox({}), ['delivered']],
    ['a seen notification', ofInbox({ seen: true }), ['delivered', 'seen']],
    ['a read notification', ofInbox({ seen: true, read: true }), ['delivered', 'opened', 'seen', 'read']],
    [
      'a notification with a completed button',
      ofInbox({ seen: true, read: true, lastCompleted: 'primary' }),
      ['delivered', 'opened', 'clicked', 'seen', 'read'],
    ],
    [
      'a notification that was read before it was snoozed',
      ofInbox({ seen: true, snoozedUntil: LATER, beforeSnooze: before }),
      ['delivered', 'opened', 'seen', 'read'],
    ],
    [
      'a notification whose snooze has ended',
      ofInbox({ seen: true, snoozedUntil: NOW, beforeSnooze: before }),
      ['delivered', 'seen'],
    ],
  ])('%s', (_what, given, expected) => {
    expect(reachedStatuses(given, NOW)).toEqual(expected);
  });
});
