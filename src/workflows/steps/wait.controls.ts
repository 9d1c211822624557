import { WAIT_UNITS } from '#libs/schedule/waits/waits.js';
import { amount, choice, type ControlSchema, flag, stepKind, text } from './control-schema.js';
import { AWAITED_STATUSES, MAX_EVENT_NAME } from './awaited.js';

/** A sentence about the longest wait. */
export const LONGEST = 'At most 366 days (`MAX_WAIT_DAYS`).';

const cron = (description: string, example: string): ControlSchema => ({
  ...text({
    description: `${description} Five fields: minute, hour, day, month, day of the week; in the subscriber's time zone, else UTC.`,
    examples: [example],
  }),
  format: 'cron',
});

const unit = (description: string) => choice(WAIT_UNITS, { description, examples: ['minutes'] });

const timeOfDay = (what: string): ControlSchema => ({
  ...text({
    description:
      `Time of day at which a regular ${what} ends once \`amount\` is over; in the subscriber's time zone, else UTC. Without ` +
      'it, the end is when `amount` is over.',
    examples: ['09:00'],
  }),
  format: 'time-of-day',
});

const extendToSchedule = flag({
  description: "Lasts until the subscriber's hours begin when it would end outside of them.",
  default: false,
});

const WAIT_UI = {
  amount: { component: 'DIGEST_AMOUNT' },
  unit: { component: 'DIGEST_UNIT' },
  cron: { component: 'DIGEST_CRON' },
};

export const DELAY = stepKind({
  description: 'Makes the run wait before its next step.',
  fields: {
    type: choice(['regular', 'timed', 'dynamic'], {
      description:
        '`regular`: for `amount` and `unit`; `timed`: until the next time of `cron`; `dynamic`: as the payload says.',
      default: 'regular',
    }),
    amount: amount({
      description: `Length of a regular delay, in \`unit\`. ${LONGEST}`,
      examples: [2],
      'x-unit': 'unit',
    }),
    unit: unit('Unit of `amount`. A week is 7 days, a month a calendar month.'),
    at: timeOfDay('delay'),
    cron: cron('When a timed delay ends.', '0 9 * * 1-5'),
    dynamicKey: text({
      description:
        'Path in the payload for a dynamic delay: a future instant (ISO 8601), or an object with `amount` and `unit`.',
      examples: ['payload.remindAt'],
    }),
    extendToSchedule,
  },
  hidden: {
    delayPath: text({ description: 'Older name of `dynamicKey`, which wins.', examples: ['remindAt'] }),
  },
  group: 'DELAY',
  ui: {
    type: { component: 'DELAY_TYPE', placeholder: 'regular' },
    amount: { component: 'DELAY_AMOUNT' },
    unit: { component: 'DELAY_UNIT' },
    cron: { component: 'DELAY_CRON' },
    dynamicKey: { component: 'DELAY_DYNAMIC_KEY' },
    extendToSchedule: { component: 'EXTEND_TO_SCHEDULE' },
  },
});

/** Most statuses and events that one step waits for. */
const MAX_AWAITED = 10;

export const WAIT_UNTIL = stepKind({
  description:
    'Waits for a status of the message of an earlier step, for an event of your application, or for a time: the first of ' +
    'them ends it. Later steps read which one it was as `steps.<stepId>.outcome`: `status`, `event` or `timeout`.',
  fields: {
    until: {
      type: 'array',
      description: 'What ends the wait before its timeout: each entry is a status with its step, or an event. Needed.',
      examples: [[{ status: 'read', stepId: 'welcome' }, { event: 'order.paid' }]],
      maxItems: MAX_AWAITED,
      items: {
        type: 'object',
        properties: {
          status: choice(AWAITED_STATUSES, {
            description: 'A status of the message of the step `stepId`.',
            examples: ['read'],
          }),
          stepId: text({ description: 'An earlier step that sends a message.', examples: ['welcome'] }),
          event: text(
            { description: 'Name of an event, as `POST /v1/waits/events` says it.', examples: ['order.paid'] },
            MAX_EVENT_NAME,
          ),
        },
      },
    },
    timeout: {
      type: 'object',
      description: 'When the wait ends if nothing of `until` has come: as a delay says it. Needed.',
      examples: [{ amount: 10, unit: 'minutes' }],
      properties: {
        type: choice(['regular', 'timed', 'dynamic'], {
          description:
            '`regular`: after `amount` and `unit`; `timed`: at the next time of `cron`; `dynamic`: as the payload says.',
          default: 'regular',
        }),
        amount: amount({
          description: `Length of a regular timeout, in \`unit\`. ${LONGEST}`,
          examples: [10],
          'x-unit': 'unit',
        }),
        unit: unit('Unit of `amount`. A week is 7 days, a month a calendar month.'),
        at: timeOfDay('timeout'),
        cron: cron('When a timed timeout comes.', '0 9 * * 1-5'),
        dynamicKey: text({
          description:
            'Path in the payload for a dynamic timeout: a future instant (ISO 8601), or an object with `amount` and `unit`.',
          examples: ['payload.remindAt'],
        }),
      },
    },
  },
  // Official clients refuse components that they do not know.
  ui: {},
});

export const DIGEST = stepKind({
  description:
    'Gathers the events that come for a subscriber in a while, so that they lead to one message. The steps after it run once, ' +
    'for the event that opened the digest: their templates and conditions read its payload, and all events as ' +
    '`steps.<stepId>.events`.',
  fields: {
    type: choice(['regular', 'timed'], {
      description:
        '`regular`: for `amount` and `unit` from the first event on; `timed`: until the next time of `cron`.',
      default: 'regular',
    }),
    amount: amount({
      description: `Length of a regular digest, in \`unit\`. ${LONGEST}`,
      examples: [10],
      'x-unit': 'unit',
    }),
    unit: unit('Unit of `amount`.'),
    lookBackWindow: {
      type: 'object',
      description:
        'Of a regular digest: an event passes immediately when no other one was completed in this time before it.',
      properties: {
        amount: amount({ description: 'Length of this time, in `unit`.', examples: [5], 'x-unit': 'unit' }),
        unit: unit('Unit of `amount`.'),
      },
      required: ['amount', 'unit'],
    },
    cron: cron('When a timed digest ends.', '0 9 * * *'),
    digestKey: text({
      description: 'Path in the payload: events with different values there are digested apart.',
      examples: ['payload.postId'],
    }),
    extendToSchedule,
  },
  hidden: {
    backoff: flag({ description: 'Older form: whether there is a look-back, of `backoffAmount` and `backoffUnit`.' }),
    backoffAmount: amount({ description: 'Older form of `lookBackWindow.amount`.', 'x-unit': 'backoffUnit' }),
    backoffUnit: unit('Older form of `lookBackWindow.unit`.'),
  },
  group: 'DIGEST',
  ui: {
    type: { component: 'DIGEST_TYPE', placeholder: 'regular' },
    ...WAIT_UI,
    digestKey: { component: 'DIGEST_KEY', placeholder: '' },
    extendToSchedule: { component: 'EXTEND_TO_SCHEDULE' },
  },
});
