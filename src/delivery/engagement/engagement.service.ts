import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TrackedEmails } from '../sending/tracking/tracked-emails.service.js';
import { MessageEngagement } from '../../notifications/messages/message-engagement.service.js';
import { Clock } from '../../platform/clock.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { inBatches } from '../../platform/values/group-by.js';
import { automatedBy, type TrackedRequest } from './automated.js';
import { engagementOf, GatheredHits, type MessageHits } from './gathered-hits.js';

const FLUSH_MS = 1000;
/** Messages that are read and written together. */
const CHUNK = 1000;

/**
 * Notes what leads here from emails: in memory, and once a second with one read and one write for up to 1,000 messages.
 * A process that is killed loses what it has gathered for two seconds; one that is stopped loses nothing.
 */
@Injectable()
export class EngagementService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly hits = new GatheredHits();
  private readonly task: BackgroundTask;
  private isStopping = false;

  constructor(
    private readonly emails: TrackedEmails,
    private readonly messages: MessageEngagement,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    const outage = new OnceLogger(logger, 'Openings and clicks could not be noted; it will be tried again');
    this.task = new BackgroundTask(outage, { everyMs: FLUSH_MS }, () => this.store());
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  // Not earlier: requests in progress come to their end first. The counts of charts are stored after this.
  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.task.run();
    await this.task.stop();
  }

  /** Notes that the picture of an email was loaded. A token that was not made here is about nothing. */
  async picture(token: string, request: TrackedRequest): Promise<void> {
    const claims = await this.emails.read(token);
    if (claims?.kind === 'opened') this.hits.add({ messageId: claims.messageId, ...this.judged(request) });
  }

  /** Where a link of an email leads, and notes that it was followed; undefined for a token that was not made for this. */
  async link(token: string, request: TrackedRequest): Promise<string | undefined> {
    const claims = await this.emails.read(token);
    if (claims?.kind !== 'clicked') return undefined;
    const { messageId, link, links, url } = claims;
    this.hits.add({ messageId, clicked: { link, links }, ...this.judged(request) });
    return url;
  }

  private judged(request: TrackedRequest): { at: Date; automatedBy?: string } {
    const program = automatedBy(request);
    return { at: this.clock.now(), ...(program !== undefined && { automatedBy: program }) };
  }

  private async store(): Promise<void> {
    const now = this.clock.now();
    const chunks = inBatches(this.hits.take(now, this.isStopping), CHUNK);
    for (const [index, chunk] of chunks.entries()) {
      try {
        await this.storeChunk(chunk, now);
      } catch (error) {
        this.hits.keep(chunks.slice(index).flat());
        throw error;
      }
    }
  }

  private async storeChunk(chunk: readonly MessageHits[], now: Date): Promise<void> {
    const found = await this.messages.find(chunk.map(({ messageId }) => messageId));
    const unknown = chunk.filter(({ messageId }) => !found.has(messageId));
    await this.messages.note(
      chunk.flatMap((hits) => {
        const message = found.get(hits.messageId);
        return message ? [{ message, engagement: engagementOf(hits) }] : [];
      }),
    );
    this.hits.keepUnknown(unknown, now);
  }
}
