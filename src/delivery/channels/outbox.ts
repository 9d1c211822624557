import type { SendResult } from '#libs/providers/kit/send-result.js';
import { Injectable } from '@nestjs/common';
import { ChannelSender, type OutgoingMessage } from './channel-sender.js';

/** Messages that are kept; older ones go first. */
const CAPACITY = 10_000;

/**
 * Keeps messages in memory instead of sending them, for environments whose integrations have no provider to send with.
 * A message that is sent twice is kept once, as a provider that knows its id would do.
 */
@Injectable()
export class Outbox extends ChannelSender {
  private readonly kept = new Map<string, OutgoingMessage>();

  /** What was sent, oldest first. */
  get messages(): OutgoingMessage[] {
    return [...this.kept.values()];
  }

  send(message: OutgoingMessage): Promise<SendResult> {
    if (!this.kept.has(message.key)) this.kept.set(message.key, message);
    if (this.kept.size > CAPACITY) this.forgetOldest();
    return Promise.resolve({ ok: true, id: `outbox-${message.id}` });
  }

  private forgetOldest(): void {
    const oldest = this.kept.keys().next();
    if (!oldest.done) this.kept.delete(oldest.value);
  }
}
