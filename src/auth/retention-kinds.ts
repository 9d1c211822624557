import type { Config } from '../platform/config/config.js';

/**
 * The kinds of records whose retention an environment can set for itself, each with the setting that applies to other
 * environments.
 */
export const SETTING_BY_RETENTION_KIND = {
  activity: 'activityRetentionDays',
  inApp: 'inAppRetentionDays',
  messages: 'messageRetentionDays',
  webhooks: 'webhookRetentionDays',
  outbox: 'outboxRetentionDays',
  charts: 'chartRetentionDays',
  triggers: 'transactionIdDays',
} as const satisfies Record<string, keyof Config>;

export type RetentionKind = keyof typeof SETTING_BY_RETENTION_KIND;

/** Days for which each kind of record is kept. */
export type RetentionDays = Readonly<Record<RetentionKind, number>>;

/** The retention of environments that set none of their own. */
export function defaultRetention(config: Config): RetentionDays {
  const days = Object.entries(SETTING_BY_RETENTION_KIND).map(([kind, setting]) => [kind, config[setting]]);
  return Object.fromEntries(days) as RetentionDays;
}
