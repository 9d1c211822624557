import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { lostOperations, rawCollection } from '../../platform/persistence/writes.js';
import { inOrderOfArrival } from './arrival-order.js';
import { type AwaitedMessage, MessageEvents, type ReportedMessage } from './message-events.service.js';
import { MessageStages, newStages, STAGED, type StagedMessage, type StageReached } from './message-stages.js';
import { shownState } from './message-state.js';
import { REACHED, reachedStatuses } from './reached-statuses.js';
import { PendingChanges } from './pending/pending-changes.service.js';
import { ARRIVAL_MS, type DeliveryReport, Message } from './message.schema.js';
import { IdMap } from '../../platform/ids.js';
import type { AwaitedStatus } from '../../workflows/steps/awaited.js';

/** What has become of a message, for conditions of later steps. */
export interface MessageState extends Pick<Message, 'seen' | 'read' | 'lastSeenAt' | 'readAt' | 'awaited'> {
  statuses: readonly AwaitedStatus[];
}

/** The result of sending a message. */
export type StoredOutcome = Pick<Message, 'status' | 'errorText'>;

const STATE = { ...REACHED, 'reports.status': 1, subscriberId: 1, createdAt: 1, lastSeenAt: 1, awaited: 1 } as const;

/** The fields that sending a message again may change. */
const SENDING = [
  'status',
  'errorId',
  'errorText',
  'providerId',
  'integrationId',
  'providerMessageId',
  'deadAt',
  'sms',
] as const satisfies (keyof Message)[];

/** How a message was sent: the attempts, what the provider has reported since, and the size of a text message. */
export type Sending = Pick<Message, '_id' | 'attempts' | 'reports' | 'engagement' | 'sms'>;

/** Maximum number of reports stored with one message; further ones, such as its hundredth opening, are dropped. */
const MAX_REPORTS = 50;

/** A report, and the ids that the provider may know the message by. */
interface ReportOfMessage {
  report: DeliveryReport;
  providerMessageIds: readonly string[];
}

/** The outcome of a report: stored now or before, about an unknown message, or above the limit of the message. */
export type ReportOutcome = 'noted' | 'repeated' | 'unknown_message' | 'too_many';

/** The integration that has sent the messages. */
interface ReportSource {
  environmentId: Types.ObjectId;
  _id: Types.ObjectId;
}

type Reported = StagedMessage & Omit<AwaitedMessage, 'reports'> & Pick<Message, '_id' | 'reports'>;

const REPORTED = { ...REACHED, ...STAGED, reports: 1, providerMessageId: 1, awaited: 1, runId: 1 } as const;

/** Stores delivered messages, and what providers report about them. */
@Injectable()
export class MessagesService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly pending: PendingChanges,
    private readonly events: MessageEvents,
    private readonly stages: MessageStages,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores messages that do not exist yet, and publishes them; those that a lost or repeated job has stored before stay
   * unchanged. Messages are given in the order of their events.
   */
  async insertNew(given: Message[]): Promise<void> {
    const replayed = given.filter(({ replays }) => replays !== undefined);
    await this.updateReplayed(replayed);
    const messages = inOrderOfArrival(
      given.filter(({ replays }) => replays === undefined).map((message) => this.arriving(message)),
    );
    const stored = await this.insert(messages);
    await this.events.stored(stored, replayed);
    if (stored.length === messages.length) return;
    // The process that stored the others may have died before it published them.
    const fresh = new Set(stored);
    await this.events.storedBefore(messages.filter((message) => !fresh.has(message)));
  }

  /** The states of messages, by id; deleted ones are absent. */
  async findStates(ids: Types.ObjectId[]): Promise<IdMap<MessageState>> {
    if (ids.length === 0) return new IdMap();
    const read = () => this.messages.find({ _id: { $in: ids } }, STATE).lean();
    const stored = await read();
    const found = (await this.pending.settleRead(stored)) ? await read() : stored;
    const now = this.clock.now();
    return new IdMap(
      found.map((message): [Types.ObjectId, MessageState] => {
        const { read, readAt } = shownState(message, now);
        const { seen, lastSeenAt, awaited } = message;
        const statuses = reachedStatuses(message, now);
        return [message._id, { seen, lastSeenAt, read, readAt, statuses, ...(awaited && { awaited }) }];
      }),
    );
  }

  /** Notes that runs wait for what becomes of these messages. */
  async markAwaited(ids: readonly Types.ObjectId[]): Promise<void> {
    await rawCollection<Message>(this.messages).updateMany({ _id: { $in: [...ids] } }, { $set: { awaited: true } });
  }

  /** The results of sending stored messages, by id; unknown ones are absent. */
  async findOutcomes(ids: Types.ObjectId[]): Promise<IdMap<StoredOutcome>> {
    if (ids.length === 0) return new IdMap();
    const found = await this.messages.find({ _id: { $in: ids } }, { status: 1, errorText: 1 }).lean();
    return new IdMap(found.map(({ _id, status, errorText }) => [_id, { status, errorText }]));
  }

  /**
   * Stores each report once, however often it is sent (behaviour B4). The outcomes are in the order of the reports. One read
   * and at most one write for any number of reports, plus the commands for webhooks.
   */
  async noteReports(source: ReportSource, reports: readonly ReportOfMessage[]): Promise<ReportOutcome[]> {
    const known = await this.findReported(source, [...new Set(reports.flatMap((one) => one.providerMessageIds))]);
    const writes: mongo.AnyBulkWriteOperation<Message>[] = [];
    const reported: ReportedMessage[] = [];
    const reached: StageReached[] = [];
    const outcomes = reports.map(({ report, providerMessageIds }): ReportOutcome => {
      const messages = providerMessageIds.flatMap((id) => known.get(id) ?? []);
      reported.push(...messages.map(({ _id }) => ({ _id, report })));
      if (messages.length === 0) return 'unknown_message';
      const fresh = messages.filter((message) => !hasReport(message, report));
      if (fresh.length === 0) return 'repeated';
      const notFull = fresh.filter(({ reports = [] }) => reports.length < MAX_REPORTS);
      if (notFull.length === 0) return 'too_many';
      for (const message of notFull) {
        const before = (message.reports ?? []).map(({ status }) => status);
        reached.push(...newStages(before, report.status).map((stage) => ({ message, stage })));
        message.reports = [...(message.reports ?? []), report];
        writes.push(noting(message._id, report));
      }
      return 'noted';
    });
    if (writes.length > 0) await rawCollection<Message>(this.messages).bulkWrite(writes, { ordered: true });
    this.stages.reached(reached);
    // Also after a repetition: the process that stored the report may have died before it woke what waits for it.
    await this.events.statusArrived([...known.values()].flat());
    await this.events.reported({ id: source.environmentId }, reported);
    return outcomes;
  }

  /** Whether emails of this trigger were given up and can be sent again. */
  async hasDeadLetters({
    environmentId,
    transactionId,
  }: Pick<Message, 'environmentId' | 'transactionId'>): Promise<boolean> {
    const found = this.messages.exists({ environmentId, transactionId, channel: 'email', deadAt: { $exists: true } });
    return (await found) !== null;
  }

  /** How messages were sent, by id. */
  async findSendings(ids: Types.ObjectId[]): Promise<IdMap<Sending>> {
    if (ids.length === 0) return new IdMap();
    const fields = { attempts: 1, reports: 1, engagement: 1, sms: 1 };
    return IdMap.of(await this.messages.find({ _id: { $in: ids } }, fields).lean());
  }

  /** A message that took long, such as one whose chunk waited for providers, is as new as those that are stored with it. */
  private arriving(message: Message): Message {
    const now = this.clock.now();
    const isLate = message.channel === 'in_app' && now.getTime() - message.createdAt.getTime() > ARRIVAL_MS / 2;
    return isLate ? Object.assign({}, message, { createdAt: now }) : message;
  }

  /** Stores messages; returns those that did not exist yet. */
  private async insert(messages: Message[]): Promise<Message[]> {
    if (messages.length === 0) return [];
    const documents = rawCollection<Message>(this.messages);
    return documents
      .insertMany(messages, { ordered: false })
      .then(() => messages)
      .catch((error: unknown) => {
        const lost = lostOperations(error);
        return messages.filter((_message, index) => !lost.has(index));
      });
  }

  /** Updates stored messages that were sent again. */
  private async updateReplayed(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    await rawCollection<Message>(this.messages).bulkWrite(
      messages.map(({ _id, attempts = [], ...message }) => {
        const set: Record<string, unknown> = {};
        const unset: Record<string, ''> = {};
        for (const field of SENDING) {
          if (message[field] === undefined) unset[field] = '';
          else set[field] = message[field];
        }
        const update = { $set: set, $unset: unset, $push: { attempts: { $each: attempts } }, $inc: { replays: 1 } };
        return { updateOne: { filter: { _id }, update } };
      }),
      { ordered: false },
    );
  }

  private async findReported(source: ReportSource, ids: string[]): Promise<Map<string, Reported[]>> {
    const { environmentId, _id: integrationId } = source;
    const found = await this.messages
      .find({ environmentId, providerMessageId: { $in: ids }, integrationId }, REPORTED)
      .lean<(Reported & Pick<Message, 'providerMessageId'>)[]>();
    const byId = new Map<string, Reported[]>();
    for (const { providerMessageId = '', ...message } of found) {
      byId.set(providerMessageId, [...(byId.get(providerMessageId) ?? []), message]);
    }
    return byId;
  }
}

function hasReport({ reports = [] }: Reported, { eventId }: DeliveryReport): boolean {
  return reports.some((one) => one.eventId === eventId);
}

/** The update checks the conditions again, because the same report may be handled concurrently. */
export function noting(_id: Types.ObjectId, report: DeliveryReport): mongo.AnyBulkWriteOperation<Message> {
  return {
    updateOne: {
      filter: { _id, 'reports.eventId': { $ne: report.eventId }, [`reports.${MAX_REPORTS - 1}`]: { $exists: false } },
      update: { $push: { reports: report } },
    },
  };
}
