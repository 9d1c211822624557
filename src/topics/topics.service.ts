import { ForbiddenException, HttpStatus, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { Clock } from '../platform/clock.js';
import { BareResponseException, notFound } from '../platform/errors/exceptions.js';
import { IdMap } from '../platform/ids.js';
import { type CursorPage, findCursorPage } from '../platform/paging/cursor-page.js';
import { isDuplicateKey, rawCollection, retryLostWrite } from '../platform/persistence/writes.js';
import { SharedReader } from '../platform/scheduling/tick-batcher.js';
import { escapePattern } from '../subscribers/subscriber-search.js';
import { TopicSubscription } from './subscriptions/topic-subscription.schema.js';
import { Topic } from './topic.schema.js';
import { type CreateTopicDto, type ListTopicsQueryDto, toTopicDto, type UpdateTopicDto } from './topics.dto.js';

/** The environment's topics that hold both texts, in any case; an empty one filters nothing. */
export function topicFilter({ id }: InEnvironment, { key, name }: { key?: string; name?: string }): QueryFilter<Topic> {
  return {
    environmentId: id,
    ...(key && { key: containing(key) }),
    ...(name && { name: containing(name) }),
  };
}

function containing(text: string): { $regex: string; $options: string } {
  return { $regex: escapePattern(text), $options: 'i' };
}

/** Creates, reads, changes and deletes topics. */
@Injectable()
export class TopicsService {
  private readonly reader = new SharedReader((environmentId, keys: string[]) => this.findTogether(environmentId, keys));
  private readonly documents = rawCollection<Topic>(this.topics);

  constructor(
    @InjectModel(Topic.name) private readonly topics: Model<Topic>,
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    private readonly clock: Clock,
  ) {}

  /** Topics by key; unknown ones are absent. One command for all concurrent calls. */
  findByKeys({ id: environmentId }: InEnvironment, keys: string[]): Promise<Map<string, Topic>> {
    return this.reader.read(environmentId, keys);
  }

  private async findTogether(environmentId: Types.ObjectId, keys: string[]): Promise<Map<string, Topic>> {
    const found = await this.topics.find({ environmentId, key: { $in: [...new Set(keys)] } }).lean();
    return new Map(found.map((topic) => [topic.key, topic]));
  }

  /** Topics by internal id; deleted ones are absent. */
  async findByIds({ id: environmentId }: InEnvironment, ids: Types.ObjectId[]): Promise<IdMap<Topic>> {
    const found = await this.topics.find({ environmentId, _id: { $in: ids } }).lean();
    return IdMap.of(found);
  }

  /** The topic with this key, or undefined. */
  async find({ id: environmentId }: InEnvironment, key: string): Promise<Topic | undefined> {
    return (await this.topics.findOne({ environmentId, key }).lean()) ?? undefined;
  }

  /** The topic with this key, or a 404. */
  async findOrFail(environment: InEnvironment, key: string): Promise<Topic> {
    const topic = await this.find(environment, key);
    if (!topic) throw notFound('Topic', key);
    return topic;
  }

  /**
   * The topic with this key, for a subscription from an inbox widget. 403 for a topic that is closed to widgets, and for an
   * unknown one: widgets must not find out which topics exist.
   */
  async findOpenOrFail(environment: InEnvironment, key: string): Promise<Topic> {
    const topic = await this.find(environment, key);
    if (topic?.selfSubscribe) return topic;
    throw new ForbiddenException(
      `Topic '${key}' is not open to inbox widgets. To let people subscribe themselves, your server makes the topic with ` +
        `selfSubscribe: true (POST /v2/topics), or sets it (PATCH /v2/topics/${encodeURIComponent(key)}); else it ` +
        'subscribes them (POST /v2/topics/:topicKey/subscriptions).',
    );
  }

  /** A page of the topics that match the filters of `query`. */
  list(environment: InEnvironment, query: ListTopicsQueryDto): Promise<CursorPage<Topic>> {
    return findCursorPage(this.topics, topicFilter(environment, query), query);
  }

  /**
   * Creates the topic, or changes the fields that are given when the key is known. With `failIfExists` a known key is a
   * 409 that holds the existing topic.
   */
  createOrUpdate(
    environment: EnvironmentRef,
    request: CreateTopicDto,
    { failIfExists }: { failIfExists: boolean },
  ): Promise<{ topic: Topic; created: boolean }> {
    return failIfExists
      ? this.createOrFind(environment, request)
      : retryLostWrite(() => this.upsert(environment, request));
  }

  /** The new topic, or undefined when the key is taken. */
  async create(
    environment: EnvironmentRef,
    { key, name, data, selfSubscribe }: CreateTopicDto,
  ): Promise<Topic | undefined> {
    const now = this.clock.now();
    const topic: Topic = {
      ...this.newIds(environment),
      environmentId: environment.id,
      key,
      ...(name !== undefined && { name }),
      ...(data && { data }),
      ...(selfSubscribe !== undefined && { selfSubscribe }),
      createdAt: now,
      updatedAt: now,
    };
    try {
      await this.documents.insertOne(topic);
      return topic;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /** The topic with this key, created when there is none, with `name` or else a name made from the key (R16). */
  async findOrCreate(environment: EnvironmentRef, key: string, name = `Autogenerated-${key}`): Promise<Topic> {
    const now = this.clock.now();
    const topic = await retryLostWrite(() =>
      this.documents.findOneAndUpdate(
        { environmentId: environment.id, key },
        { $setOnInsert: { ...this.newIds(environment), name, createdAt: now, updatedAt: now } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    if (!topic) throw new Error('An upsert has returned no document');
    return topic;
  }

  /** Changes the fields that are given; null clears `data`. 404 for an unknown key. */
  async update(environment: InEnvironment, key: string, request: UpdateTopicDto): Promise<Topic> {
    const topic = await this.documents.findOneAndUpdate({ environmentId: environment.id, key }, this.changes(request), {
      returnDocument: 'after',
    });
    if (!topic) throw notFound('Topic', key);
    return topic;
  }

  /** Deletes the topic with its subscriptions; 404 for an unknown key. */
  async delete(environment: InEnvironment, key: string): Promise<void> {
    const topic = await this.findOrFail(environment, key);
    // Subscriptions first, so that an interrupted deletion can be repeated, and again afterwards for those created in the
    // meantime. Subscribing checks for the topic after its write, so that one of the two removes every orphan.
    await this.deleteSubscriptions(topic);
    const { deletedCount } = await this.topics.deleteOne({ environmentId: environment.id, _id: topic._id });
    await this.deleteSubscriptions(topic);
    if (deletedCount === 0) throw notFound('Topic', key);
  }

  private async deleteSubscriptions({ environmentId, _id: topicId }: Topic): Promise<void> {
    await this.subscriptions.deleteMany({ environmentId, topicId });
  }

  private async createOrFind(
    environment: EnvironmentRef,
    request: CreateTopicDto,
  ): Promise<{ topic: Topic; created: boolean }> {
    const topic = await this.create(environment, request);
    if (topic) return { topic, created: true };
    const existing = await this.find(environment, request.key);
    if (existing) throw new BareResponseException(toTopicDto(existing), HttpStatus.CONFLICT);
    // It was deleted in the meantime.
    return this.createOrFind(environment, request);
  }

  private async upsert(
    environment: EnvironmentRef,
    { key, ...request }: CreateTopicDto,
  ): Promise<{ topic: Topic; created: boolean }> {
    const changes = this.changes(request);
    const { value, lastErrorObject } = await this.documents.findOneAndUpdate(
      { environmentId: environment.id, key },
      { ...changes, $setOnInsert: { ...this.newIds(environment), createdAt: changes.$set.updatedAt } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    );
    if (!value) throw new Error('An upsert has returned no document');
    return { topic: value, created: lastErrorObject?.updatedExisting !== true };
  }

  // Ids are made here, not by the store, so that they follow the order of creation within one process.
  private newIds({ organizationId }: EnvironmentRef): Pick<Topic, '_id' | 'organizationId'> {
    return { _id: new Types.ObjectId(), organizationId };
  }

  private changes({ name, data, selfSubscribe }: UpdateTopicDto): {
    $set: Partial<Topic> & { updatedAt: Date };
    $unset?: { data: '' };
  } {
    return {
      $set: {
        ...(name !== undefined && { name }),
        ...(data && { data }),
        ...(selfSubscribe !== undefined && { selfSubscribe }),
        updatedAt: this.clock.now(),
      },
      ...(data === null && { $unset: { data: '' } }),
    };
  }
}
