import { integer } from './setting.js';

/** How long what was stored is kept. */
export const RETENTION_SETTINGS = {
  transactionIdDays: integer(
    { default: 30, min: 1 },
    'Days a `transactionId` is remembered. A trigger that repeats it within them is ignored.',
  ),
  idempotencyKeyHours: integer(
    { default: 24, min: 1 },
    'Hours for which an `Idempotency-Key` identifies its request and the response is kept.',
  ),
  idempotencyLeaseSeconds: integer(
    { default: 300, min: 1 },
    'Seconds after which a request with an `Idempotency-Key` that has no response may be executed again.',
  ),
  maxKeptAnswerBytes: integer(
    { default: 1_048_576, min: 0, max: 8_388_608 },
    'Largest response that is kept for repetitions of its request, in bytes; a repetition of a request with a larger one gets an error that says so.',
  ),
  activityRetentionDays: integer({ default: 30, min: 1 }, 'Days a run (the activity of one recipient) is kept.'),
  chartRetentionDays: integer(
    { default: 400, min: 1, max: 3650 },
    'Days the numbers of charts are kept by day; those by hour are kept as long as runs.',
  ),
  inAppRetentionDays: integer({ default: 365, min: 1 }, 'Days an in-app message is kept.'),
  messageRetentionDays: integer({ default: 30, min: 1 }, 'Days the record of a message of another channel is kept.'),
  webhookRetentionDays: integer(
    { default: 30, min: 2, max: 3650 },
    'Days the record of an event that is sent to a webhook is kept.',
  ),
};
