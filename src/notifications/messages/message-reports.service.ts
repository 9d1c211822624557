import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { MessageWebhooks, type ReportedMessage } from '../webhooks/message-webhooks.service.js';
import { type DeliveryReport, Message } from './message.schema.js';

/** Reports that are noted on one message; whoever opens it the hundredth time is news no more. */
const MAX_REPORTS = 50;

/** A report, and by which ids of the provider the message may be known. */
export interface ReportOfMessage {
  report: DeliveryReport;
  providerMessageIds: readonly string[];
}

/** What became of a report: noted now or before, about a message nobody knows, or one too many about it. */
export type ReportOutcome = 'noted' | 'repeated' | 'unknown_message' | 'too_many';

/** Whose messages reports are about: those an integration has sent. */
export interface ReportSource {
  environmentId: Types.ObjectId;
  _id: Types.ObjectId;
}

type Reported = Pick<Message, '_id' | 'reports'>;

/** Notes on messages what providers report about them. */
@Injectable()
export class MessageReportsService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly webhooks: MessageWebhooks,
  ) {}

  /**
   * Notes each report once, however often it comes (behaviour B4). The outcomes are in the order of the reports. One read
   * and at most one write, however many there are, and what telling webhooks costs.
   */
  async note(source: ReportSource, reports: readonly ReportOfMessage[]): Promise<ReportOutcome[]> {
    const known = await this.findReported(source, [...new Set(reports.flatMap((one) => one.providerMessageIds))]);
    const writes: mongo.AnyBulkWriteOperation<Message>[] = [];
    const told: ReportedMessage[] = [];
    const outcomes = reports.map(({ report, providerMessageIds }): ReportOutcome => {
      const messages = providerMessageIds.flatMap((id) => known.get(id) ?? []);
      told.push(...messages.map(({ _id }) => ({ _id, report })));
      if (messages.length === 0) return 'unknown_message';
      const fresh = messages.filter((message) => !hasReport(message, report));
      if (fresh.length === 0) return 'repeated';
      const roomy = fresh.filter(({ reports = [] }) => reports.length < MAX_REPORTS);
      if (roomy.length === 0) return 'too_many';
      for (const message of roomy) {
        message.reports = [...(message.reports ?? []), report];
        writes.push(noting(message._id, report));
      }
      return 'noted';
    });
    if (writes.length > 0) await rawCollection<Message>(this.messages).bulkWrite(writes, { ordered: true });
    await this.webhooks.reported({ id: source.environmentId }, told);
    return outcomes;
  }

  /** What was reported about messages, by their hexadecimal ids; those nothing was reported about are absent. */
  async findReports(ids: Types.ObjectId[]): Promise<Map<string, DeliveryReport[]>> {
    if (ids.length === 0) return new Map();
    const found = await this.messages.find({ _id: { $in: ids } }, { reports: 1 }).lean();
    return new Map(found.flatMap(({ _id, reports }) => (reports ? [[_id.toHexString(), reports]] : [])));
  }

  private async findReported(source: ReportSource, ids: string[]): Promise<Map<string, Reported[]>> {
    const { environmentId, _id: integrationId } = source;
    const found = await this.messages
      .find({ environmentId, providerMessageId: { $in: ids }, integrationId }, { providerMessageId: 1, reports: 1 })
      .lean();
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

/** The conditions are looked at again: the same report may be on its way twice. */
function noting(_id: Types.ObjectId, report: DeliveryReport): mongo.AnyBulkWriteOperation<Message> {
  return {
    updateOne: {
      filter: { _id, 'reports.eventId': { $ne: report.eventId }, [`reports.${MAX_REPORTS - 1}`]: { $exists: false } },
      update: { $push: { reports: report } },
    },
  };
}
