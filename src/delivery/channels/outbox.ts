import { Injectable } from '@nestjs/common';
import { ChannelSender, type OutgoingMessage, type SendResult } from './channel-sender.js';

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
    const key = message.content.channel === 'push' ? `${message.id} ${message.content.token}` : message.id;
    if (!this.kept.has(key)) this.kept.set(key, message);
    if (this.kept.size > CAPACITY) this.forgetOldest();
    return Promise.resolve({ ok: true, providerMessageId: `outbox-${message.id}` });
  }

  private forgetOldest(): void {
    const oldest = this.kept.keys().next();
    if (!oldest.done) this.kept.delete(oldest.value);
  }
}
