import type { Config } from '../platform/config/config.js';

/**
 * What an environment may keep for other days than the installation: the kinds of records, and the setting that holds where
 * an environment says nothing.
 */
export const RETENTION_SETTINGS = {
  activity: 'activityRetentionDays',
  inApp: 'inAppRetentionDays',
  messages: 'messageRetentionDays',
  webhooks: 'webhookRetentionDays',
  outbox: 'outboxRetentionDays',
  charts: 'chartRetentionDays',
  triggers: 'transactionIdDays',
} as const satisfies Record<string, keyof Config>;

export type RetentionKind = keyof typeof RETENTION_SETTINGS;

/** Days for which each kind of record is kept. */
export type RetentionDays = Readonly<Record<RetentionKind, number>>;

/** The days of the installation. */
export function defaultRetention(config: Config): RetentionDays {
  const days = Object.entries(RETENTION_SETTINGS).map(([kind, setting]) => [kind, config[setting]]);
  return Object.fromEntries(days) as RetentionDays;
}
