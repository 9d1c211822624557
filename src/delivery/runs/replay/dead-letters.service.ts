import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { RunsService } from '../../../notifications/activity/runs.service.js';
import { Message } from '../../../notifications/messages/message.schema.js';
import { Clock } from '../../../platform/clock.js';
import {
  type CursorPage,
  findCursorPage,
  keysetFilter,
  lastOfValue,
  type Position,
} from '../../../platform/paging/cursor-page.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { DeadLetterWaker, type Refusal } from './dead-letter-waker.js';
import {
  type DeadLetterDto,
  type DeadLetterFilterDto,
  type DeadLetterPageDto,
  type ListDeadLettersQueryDto,
  type ReplayedDto,
  toDeadLetterDto,
} from './dead-letters.dto.js';
import type { IdMap } from '../../../platform/ids.js';

/** The order in which dead letters are listed and sent again, which is that of their index. */
export const LATEST_FIRST = { deadAt: -1, _id: -1 } as const;

/** Restricts the filter to messages after a position in the list, where the index scan starts. */
export function afterPosition<Filter extends object>(
  filter: Filter,
  from: Position,
): { $and: [Filter, Record<string, unknown>] } {
  return { $and: [filter, keysetFilter('deadAt', from, 'descending', false)] };
}

/** Messages that are read together. */
const CHUNK = 500;

const REFUSED: Record<Refusal, string> = {
  run_deleted: 'The activity of this message is deleted',
  run_open: 'The run of this message has not ended; send it once more when it has',
  content_deleted: 'The trigger of this message is deleted, and with it the content',
  attachments_deleted: 'The attachments of this message are deleted',
};

type Environment = Pick<EnvironmentRef, 'id'>;

/** Lists messages that were given up (behaviour S1), and sends them again. */
@Injectable()
export class DeadLettersService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly subscribers: SubscribersService,
    private readonly runs: RunsService,
    private readonly waker: DeadLetterWaker,
    private readonly clock: Clock,
  ) {}

  /** Latest first, unless the query says otherwise. */
  async list(environment: Environment, query: ListDeadLettersQueryDto): Promise<DeadLetterPageDto> {
    const filter = await this.filterOf(environment, query);
    const page = await findCursorPage(this.messages, filter, Object.assign({}, query, { orderBy: 'deadAt' }));
    return { ...page, data: await this.show(environment, page) };
  }

  /** Throws 404 when there is no dead letter with this id. */
  async find(environment: Environment, id: Types.ObjectId): Promise<DeadLetterDto> {
    const [shown] = await this.show(environment, { data: [await this.findOrFail(environment, id)] });
    return shown!;
  }

  /** Sends one message again. Throws 404, or 409 when that is impossible. */
  async replay(environment: Environment, id: Types.ObjectId): Promise<void> {
    const { runId } = await this.findOrFail(environment, id);
    const runs = await this.runs.findMany([runId]);
    // Read again after its run, because a concurrent request may have sent it.
    const refusals = await this.waker.wake([await this.findOrFail(environment, id)], runs);
    const [refusal] = refusals.values();
    if (refusal) throw new ConflictException(REFUSED[refusal]);
  }

  /**
   * Sends all messages that match the filters again, in chunks; skips those that cannot be sent. Each chunk starts in the
   * index where the previous one ended, latest first, so that messages that are given up meanwhile are not visited.
   */
  async replayAll(environment: Environment, given: DeadLetterFilterDto): Promise<ReplayedDto> {
    const started = this.clock.now();
    const filter = { $and: [await this.filterOf(environment, given), { deadAt: { $lte: started } }] };
    const result: ReplayedDto = { replayed: 0, refused: 0 };
    for (let from = lastOfValue({ value: started }, 'ascending'); ;) {
      const page = await this.messages.find(afterPosition(filter, from)).sort(LATEST_FIRST).limit(CHUNK).lean();
      const runs = await this.runs.findMany(page.map(({ runId }) => runId));
      const found = await this.findOf(filter, page, runs);
      const refusals = await this.waker.wake(found, runs);
      // Refused messages of later pages are counted there.
      result.refused += page.filter(({ _id }) => refusals.has(_id)).length;
      result.replayed += found.length - refusals.size;
      const last = page.at(-1);
      if (!last || page.length < CHUNK) return result;
      from = { id: last._id, value: last.deadAt };
    }
  }

  /**
   * Returns the messages of the page that are still on the list, and all other matching messages of their runs,
   * wherever they are on the list: a run is woken once, for all its messages. Read after the runs, so that no message
   * counts as given up that its run sent before the run was read. Read by id, not along the list.
   */
  private async findOf(filter: QueryFilter<Message>, page: readonly Message[], runs: IdMap<Run>): Promise<Message[]> {
    if (page.length === 0) return [];
    const ofRuns = [...runs.values()].flatMap(({ steps }) => steps.flatMap(({ messageIds = [] }) => messageIds));
    return this.messages
      .find({ $and: [filter, { _id: { $in: [...page.map(({ _id }) => _id), ...ofRuns] } }] })
      .hint({ _id: 1 })
      .lean();
  }

  private async findOrFail(environment: Environment, _id: Types.ObjectId): Promise<Message> {
    const found = await this.messages.findOne({ ...(await this.filterOf(environment, {})), _id }).lean();
    if (!found) throw new NotFoundException(`Dead letter '${_id}' was not found`);
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
    const subscribers = await this.subscribers.findByIds(environment, ids);
    return data.map((one) => toDeadLetterDto(one, subscribers.get(one.subscriberId)?.subscriberId));
  }
}
