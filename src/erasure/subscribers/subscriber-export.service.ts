import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo, Types } from 'mongoose';
import { type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/store/events.service.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { MessageContent } from '../../notifications/activity/content/message-content.schema.js';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { sealedFieldsOf } from '../../platform/crypto/sealed-fields.js';
import { TooManyRequestsException } from '../../platform/errors/exceptions.js';
import { Pace } from '../../platform/scheduling/pace.js';
import { KeyedSemaphore } from '../../platform/scheduling/keyed-semaphore.js';
import type { EnvironmentRecord } from '../../platform/persistence/environment-record.js';
import { MASK } from '../../platform/values/mask.js';
import { SubscriberResponses } from '../../subscribers/subscriber.dto.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SuppressionLists } from '../../suppressions/suppression-lists.service.js';
import { toSuppressionDto } from '../../suppressions/suppressions.dto.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { personalCollections, type PersonalCollection, type Person, personOf } from './personal-collections.js';

/** Exports of one environment that run at the same time in a process. */
const AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 5;

/** Documents that are read with one command, and runs whose triggers are. */
const BATCH = 25;

/** What a line counts as at least for pauses, in bytes: reading it costs more than writing it down. */
const LEAST_BYTES = 8192;

/** One line of an export before it is text. */
interface Line {
  /** What it is about: a collection, `triggers`, or `receipt` for the last line. */
  kind: string;
  data: unknown;
}

/** Writes down everything that is stored of a subscriber (behaviour R18): the same collections that an erasure empties. */
@Injectable()
export class SubscriberExportService {
  private readonly places = new KeyedSemaphore(AT_ONCE);

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly subscribers: SubscribersService,
    private readonly responses: SubscriberResponses,
    private readonly events: EventsService,
    private readonly suppressions: SuppressionLists,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Takes a place among the exports of an environment until the signal aborts. Throws 429 when there is none. */
  begin({ id }: EnvironmentRef, signal: AbortSignal): void {
    const free = this.places.tryTake(id);
    if (!free) {
      const message = `${AT_ONCE} exports of this environment are running`;
      throw new TooManyRequestsException(message, RETRY_AFTER_SECONDS, 'Export one person after the other.');
    }
    if (signal.aborted) free();
    else signal.addEventListener('abort', free, { once: true });
  }

  /** JSON lines, the last of which is the receipt. Throws 404 when there is no such subscriber. */
  async export(environment: EnvironmentRef, subscriberId: string): Promise<AsyncGenerator<string>> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    return this.withReceipt(subscriberId, this.lines(environment, subscriber));
  }

  /** Text of the lines, and at last how many of which kind they were and the hash of all of them. */
  private async *withReceipt(subscriberId: string, lines: AsyncGenerator<Line>): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const counts: Record<string, number> = {};
    const pace = new Pace();
    for await (const line of lines) {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      counts[line.kind] = (counts[line.kind] ?? 0) + 1;
      yield text;
      await pace.after(Math.max(text.length, LEAST_BYTES));
    }
    const data = {
      subscriberId,
      exportedAt: this.clock.now().toISOString(),
      lines: counts,
      sha256: hash.digest('hex'),
    };
    yield `${JSON.stringify({ kind: 'receipt', data })}\n`;
  }

  private async *lines(environment: EnvironmentRef, subscriber: Subscriber): AsyncGenerator<Line> {
    yield { kind: 'subscribers', data: this.responses.one(environment, subscriber) };
    yield* this.suppressed(subscriber);
    const person = personOf(subscriber);
    for (const collection of personalCollections(this.connection, [Subscriber.name])) {
      yield* this.documentsOf(collection, person, environment);
    }
  }

  /** Entries of the suppression list about the person's addresses (behaviour CS29). */
  private async *suppressed({ environmentId, email, phone }: Subscriber): AsyncGenerator<Line> {
    for (const [channel, address] of [['email', email] as const, ['sms', phone] as const]) {
      const found = address ? await this.suppressions.find({ environmentId, channel, addresses: [address] }) : [];
      for (const entry of found) yield { kind: 'suppressions', data: toSuppressionDto(entry) };
    }
  }

  private async *documentsOf(
    { model, filterOf }: PersonalCollection,
    person: Person,
    environment: EnvironmentRef,
  ): AsyncGenerator<Line> {
    const kind = model.collection.name;
    const mayOpen = mayIn(environment, model.modelName === MessageContent.name ? 'content:read' : 'secrets:read');
    let eventIds: Types.ObjectId[] = [];
    for await (const document of model.collection.find(filterOf(person), { batchSize: BATCH })) {
      yield { kind, data: this.opened(document, model, mayOpen) };
      if (model.modelName !== Run.name) continue;
      eventIds.push((document as unknown as Run).eventId);
      if (eventIds.length < BATCH) continue;
      yield* this.triggers(eventIds, person);
      eventIds = [];
    }
    yield* this.triggers(eventIds, person);
  }

  /** What the triggers of runs have said: the payload, the fields of this recipient, and events that were noted with them. */
  private async *triggers(ids: Types.ObjectId[], { subscriberId }: Person): AsyncGenerator<Line> {
    if (ids.length === 0) return;
    for (const event of (await this.events.findMany(ids)).values()) {
      const { transactionId, payload, recipients, createdAt, arrivals } = event;
      const own = recipients.find((one) => one.kind === 'subscriber' && one.profile.subscriberId === subscriberId);
      const { channels: _, ...fields } = own?.kind === 'subscriber' ? own.profile : {};
      yield {
        kind: 'triggers',
        data: { transactionId, payload, subscriber: fields, createdAt, ...(arrivals && { arrivals }) },
      };
    }
  }

  /** A document as text can hold it; what is encrypted in it is opened or masked. */
  private opened(document: mongo.Document, model: PersonalCollection['model'], mayOpen: boolean): unknown {
    const sealed = sealedFieldsOf(model)?.find(document as EnvironmentRecord) ?? [];
    return sealed.reduce<Record<string, unknown>>(
      (rest, { path, value, recordId }) => ({
        ...rest,
        [path]: mayOpen ? (JSON.parse(this.secrets.open(value, recordId)) as unknown) : MASK,
      }),
      { ...document },
    );
  }
}
