import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { IdMap } from '../../platform/ids.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { type AwaitedMessage, MessageEvents } from './message-events.service.js';
import { type DeliveryReport, type Engagement, Message } from './message.schema.js';
import { MessageStages, newStages, STAGED, type StagedMessage } from './message-stages.js';
import { noting } from './messages.service.js';
import { REACHED } from './reached-statuses.js';

/** What has to be known of a message to judge what leads to it. */
export type EngagedMessage = StagedMessage & Pick<Message, '_id' | 'reports'>;

/** What was noted of a message since the last time. */
interface EngagementNote {
  message: EngagedMessage;
  engagement: Engagement;
}

/** Stores what people did with their emails, as far as addresses in these say it (behaviour CS84). */
@Injectable()
export class MessageEngagement {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly events: MessageEvents,
    private readonly stages: MessageStages,
  ) {}

  /** Messages by id, with one command; those that are not stored, or not any more, are absent. */
  async find(ids: readonly Types.ObjectId[]): Promise<IdMap<EngagedMessage>> {
    const fields = { ...STAGED, reports: 1 };
    return IdMap.of(await this.messages.find({ _id: { $in: [...ids] } }, fields).lean<EngagedMessage[]>());
  }

  /**
   * Adds to what is stored, with one command for any number of messages. The first opening and the first click are reports
   * of the message, too.
   */
  async note(notes: readonly EngagementNote[]): Promise<void> {
    if (notes.length === 0) return;
    const fresh = notes.flatMap(({ message, engagement }) =>
      firstReports(message, engagement).map((report) => ({ message, report })),
    );
    const writes = [
      ...notes.map(({ message, engagement }) => adding(message._id, engagement)),
      ...fresh.map(({ message, report }) => noting(message._id, report)),
    ];
    await rawCollection<Message>(this.messages).bulkWrite(writes, { ordered: false });
    for (const group of IdMap.groupBy(fresh, ({ message }) => message.environmentId).values()) {
      const reported = group.map(({ message, report }) => ({ _id: message._id, report }));
      await this.events.reported({ id: group[0]!.message.environmentId }, reported);
    }
    await this.wakeWaiting(fresh.map(({ message }) => message));
    for (const { message, report } of fresh) {
      const before = (message.reports ?? []).map(({ status }) => status);
      this.stages.reached(newStages(before, report.status).map((stage) => ({ message, stage })));
      message.reports = [...(message.reports ?? []), report];
    }
  }

  /** Continues runs that wait for what has become of these messages. They may wait since the messages were read. */
  private async wakeWaiting(changed: readonly EngagedMessage[]): Promise<void> {
    if (changed.length === 0) return;
    const ids = changed.map(({ _id }) => _id);
    const fields = { ...REACHED, reports: 1, awaited: 1, runId: 1, stepId: 1 };
    await this.events.statusArrived(
      await this.messages.find({ _id: { $in: ids }, awaited: true }, fields).lean<AwaitedMessage[]>(),
    );
  }
}

/** The reports that these make; those of a provider about the same do not count again. */
function firstReports({ reports = [] }: EngagedMessage, engagement: Engagement): DeliveryReport[] {
  return (['opened', 'clicked'] as const).flatMap((status) => {
    const noted = engagement[status];
    const isKnown = reports.some((one) => one.eventId === eventIdOf(status));
    return noted && !isKnown ? [{ eventId: eventIdOf(status), status, at: noted.at }] : [];
  });
}

/** The reports that addresses in emails make have these ids. */
function eventIdOf(status: 'opened' | 'clicked'): string {
  return `tracked-${status}`;
}

/** Whether a report is of this installation, and not of a provider. */
export function isOwnReport({ eventId }: Pick<DeliveryReport, 'eventId'>): boolean {
  return eventId === eventIdOf('opened') || eventId === eventIdOf('clicked');
}

function adding(_id: Types.ObjectId, engagement: Engagement): mongo.AnyBulkWriteOperation<Message> {
  const noted = (['opened', 'clicked', 'automated'] as const).flatMap((name) => {
    const one = engagement[name];
    return one ? [[name, one] as const] : [];
  });
  return {
    updateOne: {
      filter: { _id },
      update: {
        $min: Object.fromEntries(noted.map(([name, { at }]) => [`engagement.${name}.at`, at])),
        $inc: Object.fromEntries(noted.map(([name, { count }]) => [`engagement.${name}.count`, count])),
        ...(engagement.automated && { $set: { 'engagement.automated.by': engagement.automated.by } }),
      },
    },
  };
}
