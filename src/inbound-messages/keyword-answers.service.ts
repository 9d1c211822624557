import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { ChannelSender, messageAlone } from '../delivery/sending/channel-sender.js';
import type { Integration } from '../integrations/integration.schema.js';
import { Config } from '../platform/config/config.js';
import { Logger } from '../platform/logging/logger.js';
import { SuppressionLists } from '../suppressions/suppression-lists.service.js';
import { comparable } from '../suppressions/suppression-rules.js';

/** A text message that answers another one. */
interface KeywordAnswer {
  integration: Integration;
  /** The number that was written to. */
  from: string;
  /** Who has written. */
  to: string;
  body: string;
}

/** Milliseconds in which other processes, if there are any, get to know that a number is stopped, and end what they send. */
const OTHERS_MS = 2000;

/**
 * Answers keywords, after the response to the provider, which waits for two seconds at most. An answer is the last message that
 * a stopped number gets: it waits for what is being sent (behaviour CS45). It is sent once.
 */
@Injectable()
export class KeywordAnswers implements BeforeApplicationShutdown {
  private readonly open = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly othersMs: number;
  /** A message that is being sent is given up after that. */
  private readonly longestMs: number;

  constructor(
    private readonly sender: ChannelSender,
    private readonly lists: SuppressionLists,
    private readonly logger: Logger,
    { redisUrl, sendTimeoutSeconds }: Config,
  ) {
    this.longestMs = sendTimeoutSeconds * 1000;
    this.othersMs = redisUrl === undefined ? 0 : OTHERS_MS;
  }

  /** Sends an answer soon. `isLast`: nothing else may be sent to the number after it. */
  send(answer: KeywordAnswer, { isLast }: { isLast: boolean }): void {
    const sending = this.sendLater(answer, isLast).finally(() => this.open.delete(sending));
    this.open.add(sending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.open);
  }

  private async sendLater({ integration, from, to, body }: KeywordAnswer, isLast: boolean): Promise<void> {
    if (isLast) {
      // A process that stops sends the answer at once.
      if (this.othersMs > 0) await pause(this.othersMs, undefined, this.stopping).catch(() => undefined);
      const stopped = { channel: 'sms', address: comparable('sms', to) } as const;
      await this.lists.settled(integration.environmentId, [stopped], this.longestMs);
    }
    const { result } = await this.sender.attempt(
      messageAlone('answer', integration, { channel: 'sms', from, to, body }),
    );
    if (result.ok) return;
    const ids = { environmentId: integration.environmentId, integrationId: integration._id };
    this.logger.warn(
      { ...ids, error: result.error },
      'A keyword was not answered: the provider has not taken the answer',
    );
  }
}
