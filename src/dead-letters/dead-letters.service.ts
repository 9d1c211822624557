import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { Clock } from '../common/clock.js';
import { type CursorPage, findCursorPage } from '../common/paging/cursor-page.js';
import { groupBy } from '../common/values/group-by.js';
import { Config } from '../config/config.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { EventsService } from '../events/events.service.js';
import { RunsService } from '../notifications/activity/runs.service.js';
import { Message } from '../notifications/messages/message.schema.js';
import { rawCollection } from '../persistence/raw-collection.js';
import { SubscribersService } from '../subscribers/subscribers.service.js';
import { type DeadLetterDto, type DeadLetterPageDto, toDeadLetterDto } from './dto/dead-letter.dto.js';
import type { DeadLetterFilterDto, ListDeadLettersQueryDto, ReplayedDto } from './dto/dead-letter-requests.dto.js';
import { type Refusal, refusalOf, reopened } from './replayed-runs.js';

const DAY_MS = 86_400_000;
/** Messages that are looked at together. */
const CHUNK = 500;

const REFUSED: Record<Refusal, string> = {
  run_gone: 'The activity of this message is not kept any more',
  run_open: 'The run of this message still goes on; send it once more when the run has ended',
  content_gone: 'The trigger of this message is not kept any more, and with it the content',
  attachments_gone: 'The attachments of this message were removed when its run had ended',
};

type Environment = Pick<EnvironmentRef, 'id'>;

/** Messages that were given up (behaviour S1): shows them, and sends them once more. */
@Injectable()
export class DeadLettersService {
  private readonly retentionMs: number;

  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly subscribers: SubscribersService,
    private readonly runs: RunsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.retentionMs = config.activityRetentionDays * DAY_MS;
  }

  /** The latest first, unless asked otherwise. */
  async list(environment: Environment, query: ListDeadLettersQueryDto): Promise<DeadLetterPageDto> {
    const filter = await this.filterOf(environment, query);
    const page = await findCursorPage(this.messages, filter, Object.assign({}, query, { orderBy: 'deadAt' }));
    return { ...page, data: await this.show(environment, page) };
  }

  /** 404 when there is none with this id. */
  async find(environment: Environment, id: Types.ObjectId): Promise<DeadLetterDto> {
    const [shown] = await this.show(environment, { data: [await this.findOrFail(environment, id)] });
    return shown!;
  }

  /** Sends one message once more. Throws 404, or 409 when that is impossible. */
  async replay(environment: Environment, id: Types.ObjectId): Promise<void> {
    const refusals = await this.reopen([await this.findOrFail(environment, id)]);
    const [refusal] = refusals.values();
    if (refusal) throw new ConflictException(REFUSED[refusal]);
  }

  /** Sends all messages once more that the filters let through, in chunks; those that cannot be sent are left. */
  async replayAll(environment: Environment, given: DeadLetterFilterDto): Promise<ReplayedDto> {
    const filter = await this.filterOf(environment, given);
    const result: ReplayedDto = { replayed: 0, refused: 0 };
    for (let after: Types.ObjectId | undefined; ;) {
      const found = await this.messages
        .find({ $and: [filter, after ? { _id: { $gt: after } } : {}] })
        .sort({ _id: 1 })
        .limit(CHUNK)
        .lean();
      const refusals = await this.reopen(found);
      result.refused += refusals.size;
      result.replayed += found.length - refusals.size;
      if (found.length < CHUNK) return result;
      after = found.at(-1)?._id;
    }
  }

  /**
   * Wakes the runs of messages at the steps the messages came from; returns why some of them cannot be sent, by
   * hexadecimal id. Of two who ask at once one wakes the run, and both may say so. Runs come first: a message that is
   * still on the list while it is being sent does no harm.
   */
  private async reopen(messages: readonly Message[]): Promise<Map<string, Refusal>> {
    const refusals = new Map<string, Refusal>();
    if (messages.length === 0) return refusals;
    const byRun = groupBy(messages, ({ runId }) => runId.toHexString());
    const runs = await this.runs.findMany(messages.map(({ runId }) => runId));
    const events = await this.events.findMany([...runs.values()].map(({ eventId }) => eventId));
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + this.retentionMs);
    const woken = [...byRun].flatMap(([id, own]) => {
      const run = runs.get(id);
      const refusal = refusalOf(run, run && events.get(run.eventId.toHexString()), own);
      if (run && !refusal) return [reopened(run, own, expiresAt)];
      for (const { _id } of own) refusals.set(_id.toHexString(), refusal ?? 'run_gone');
      return [];
    });
    await this.runs.reopen(woken, now);
    const sent = messages.filter(({ _id }) => !refusals.has(_id.toHexString())).map(({ _id }) => _id);
    await rawCollection<Message>(this.messages).updateMany({ _id: { $in: sent } }, { $unset: { deadAt: '' } });
    return refusals;
  }

  private async findOrFail(environment: Environment, _id: Types.ObjectId): Promise<Message> {
    const found = await this.messages.findOne({ ...(await this.filterOf(environment, {})), _id }).lean();
    if (!found) throw new NotFoundException(`Dead letter '${_id.toHexString()}' was not found`);
    return found;
  }

  private async filterOf({ id }: Environment, given: DeadLetterFilterDto): Promise<QueryFilter<Message>> {
    const { channel, providerId, integrationId, workflowId, transactionId, subscriberId } = given;
    const since = given.failedAfter === undefined ? {} : { $gte: new Date(given.failedAfter) };
    const until = given.failedBefore === undefined ? {} : { $lt: new Date(given.failedBefore) };
    return {
      environmentId: id,
      deadAt: { $exists: true, ...since, ...until },
      ...(channel && { channel }),
      ...(providerId !== undefined && { providerId }),
      ...(integrationId !== undefined && { integrationId: new Types.ObjectId(integrationId) }),
      ...(workflowId !== undefined && { 'workflow.identifier': workflowId }),
      ...(transactionId !== undefined && { transactionId }),
      ...(subscriberId !== undefined && {
        subscriberId: { $in: await this.subscribers.findIds({ id }, [subscriberId]) },
      }),
    };
  }

  private async show(environment: Environment, { data }: Pick<CursorPage<Message>, 'data'>): Promise<DeadLetterDto[]> {
    const ids = data.map(({ subscriberId }) => subscriberId);
    const people = await this.subscribers.findByIds(environment, ids);
    return data.map((one) => toDeadLetterDto(one, people.get(one.subscriberId.toHexString())?.subscriberId));
  }
}
