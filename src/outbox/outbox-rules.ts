import type { SendingChannel } from '#libs/providers/kit/content.js';
import { autoOnEmbedded, type Config } from '../platform/config/config.js';

/** Path of the outbox in the console. The demo prints it. */
export const OUTBOX_PATH = '/outbox';

/** The providers of the outbox, by channel. Tools have none: their messages land there only when nothing is sent at all. */
export const OUTBOX_PROVIDERS = {
  email: 'novu-email',
  sms: 'novu-sms',
  push: 'outbox-push',
  chat: 'outbox-chat',
} as const satisfies Record<Exclude<SendingChannel, 'tool'>, string>;

const IDS: ReadonlySet<string> = new Set(Object.values(OUTBOX_PROVIDERS));

/** Whether a provider is the outbox. */
export function isOutboxProvider(providerId: string): boolean {
  return IDS.has(providerId);
}

/** Whether messages to a provider are kept: the provider is the outbox, or the installation sends nothing. */
export function landsInOutbox({ deliverTo }: Pick<Config, 'deliverTo'>, providerId: string): boolean {
  return deliverTo === 'outbox' || isOutboxProvider(providerId);
}

/** Whether the outbox is served, and new environments get integrations for it (`OUTBOX`). */
export function hasOutbox(config: Pick<Config, 'outbox' | 'mongodbUri'>): boolean {
  return autoOnEmbedded(config.outbox, config);
}

/** Why the outbox refuses a message; undefined when it accepts it. */
export function outboxProblem(config: Pick<Config, 'deliverTo' | 'outbox' | 'mongodbUri'>): string | undefined {
  if (config.deliverTo === 'outbox' || hasOutbox(config)) return undefined;
  return 'the outbox is switched off here; OUTBOX=on switches it on';
}
