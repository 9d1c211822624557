import { autoOnEmbedded } from '../platform/config/auto-on-embedded.js';
import type { Config } from '../platform/config/config.js';

/** Where the page is; all it loads lies below. */
export const OUTBOX_PATH = '/outbox';

/** By channel, the provider whose messages land in the outbox. */
export const OUTBOX_PROVIDERS = {
  email: 'novu-email',
  sms: 'novu-sms',
  push: 'outbox-push',
  chat: 'outbox-chat',
} as const;

const IDS: ReadonlySet<string> = new Set(Object.values(OUTBOX_PROVIDERS));

/** Whether a provider is the outbox. */
export function isOutboxProvider(providerId: string): boolean {
  return IDS.has(providerId);
}

/** Whether messages through a provider stay here: it is the outbox, or the installation lets none leave. */
export function landsInOutbox({ deliverTo }: Pick<Config, 'deliverTo'>, providerId: string): boolean {
  return deliverTo === 'outbox' || isOutboxProvider(providerId);
}

/** Whether the page is served, and environments begin with integrations of the outbox (`OUTBOX`). */
export function hasOutbox(config: Pick<Config, 'outbox' | 'mongodbUri'>): boolean {
  return autoOnEmbedded(config.outbox, config);
}

/** Why a message that lands in the outbox is refused; undefined when it is taken. */
export function outboxProblem(config: Pick<Config, 'deliverTo' | 'outbox' | 'mongodbUri'>): string | undefined {
  if (config.deliverTo === 'outbox' || hasOutbox(config)) return undefined;
  return 'the outbox is switched off here; OUTBOX=on switches it on';
}
