import { STEP_REASONS } from '../../../../src/notifications/activity/step-reasons';
import { explain, type ExplainedStep } from './explanation';

/** The sentence as text. */
function why(step: Partial<ExplainedStep>): string {
  const sentence = explain({ type: 'sms', status: 'skipped', ...step }, 'Ada').why;
  return sentence.map((part) => (typeof part === 'string' ? part : `<${part.at}>`)).join('');
}

describe('why a step ended so', () => {
  it.each<[Partial<ExplainedStep>, string]>([
    [{ reason: 'missing_address' }, 'Ada has no phone number, so there was nowhere to send it.'],
    [
      {
        reason: 'wait_until_waiting',
        raw: 'for read of inbox, or event order.paid; until 2026-03-01T12:00:00.000Z',
        waitsUntil: '2026-03-01T12:00:00.000Z',
      },
      'It waits for read of inbox, or event order.paid, at the latest until <2026-03-01T12:00:00.000Z>.',
    ],
    [{ reason: 'wait_until_event', raw: 'event order.paid' }, 'The event that it waited for came: order.paid.'],
    [{ reason: 'missing_address', type: 'email' }, 'Ada has no email address, so there was nowhere to send it.'],
    [
      { reason: 'condition_false', cause: { values: [{ name: 'payload.amount', value: 7 }] } },
      'The condition of the step was not met: payload.amount was 7.',
    ],
    [
      { reason: 'condition_false', cause: { values: [{ name: 'payload.plan', value: null }] } },
      'The condition of the step was not met: payload.plan was missing.',
    ],
    [
      {
        reason: 'preference',
        decidedBy: 'subscriberGlobal',
        cause: { values: [{ name: 'source', value: 'channel' }] },
      },
      'Ada opted out of SMS for all workflows.',
    ],
    [
      {
        reason: 'preference',
        decidedBy: 'pause',
        cause: { values: [{ name: 'pausedUntil', value: '2026-03-08T07:00:00.000Z' }] },
      },
      'Ada has paused all messages until <2026-03-08T07:00:00.000Z>.',
    ],
    [
      {
        reason: 'unsubscribed',
        decidedBy: 'subscriberCategory',
        cause: { values: [{ name: 'source', value: 'channel' }] },
      },
      'Ada opted out of SMS for the category of this workflow.',
    ],
    [
      { reason: 'preference', decidedBy: 'workflowUser', cause: { values: [{ name: 'source', value: 'all' }] } },
      'The preferences of the workflow, as set in Carillon, switch off all channels.',
    ],
    [
      {
        reason: 'schedule',
        cause: {
          values: [
            { name: 'timezone', value: 'Europe/Berlin' },
            { name: 'localTime', value: 'Tuesday 22:10' },
            { name: 'hours', value: '06:00 to 21:59' },
          ],
        },
      },
      'It was Tuesday 22:10 (Europe/Berlin) for Ada, in their quiet hours. Messages may be sent 06:00 to 21:59.',
    ],
    [{ reason: 'content_invalid', raw: 'subject must have content' }, 'Subject is required.'],
    [
      {
        reason: 'capped',
        cause: {
          values: [
            { name: 'threshold', value: 5 },
            { name: 'windowEnd', value: '2026-03-01T12:00:00.000Z' },
          ],
        },
      },
      'Ada has had the 5 messages of this channel that the environment allows until <2026-03-01T12:00:00.000Z>.',
    ],
    [
      {
        reason: 'throttled',
        cause: {
          values: [
            { name: 'threshold', value: 2 },
            { name: 'windowEnd', value: '2026-03-01T12:00:00.000Z' },
          ],
        },
      },
      'At most 2 may pass in the window, and that many had passed before; the window ends <2026-03-01T12:00:00.000Z>.',
    ],
    [{ reason: 'delay_waiting', waitsUntil: '2026-03-01T12:00:00.000Z' }, 'It waits until <2026-03-01T12:00:00.000Z>.'],
    [
      {
        reason: 'send_failed',
        attempts: [
          {
            at: '',
            providerId: 'twilio',
            integrationId: '',
            outcome: 'permanent',
            error: 'status 400: no such number',
          },
        ],
      },
      'twilio did not accept it: status 400: no such number.',
    ],
  ])('%j', (step, expected) => {
    expect(why(step)).toBe(expected);
  });

  it.each(STEP_REASONS)('has words for %s', (reason) => {
    expect(why({ reason })).toMatch(/^[A-Z].* .*\.?$/);
  });
});
