import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef, InEnvironment } from '../../auth/environment-ref.js';
import { SubscribingService } from '../subscriptions/subscribing.service.js';
import type { ItemError } from '../subscriptions/plan-subscriptions.js';
import { type Member, MembersService } from '../subscriptions/members.service.js';
import { TopicSubscription } from '../subscriptions/topic-subscription.schema.js';
import { Topic } from '../topic.schema.js';
import { TopicsService } from '../topics.service.js';
import type { AddedMembersDto, CreateTopicV1Dto, ListTopicsV1QueryDto } from './topics-v1.dto.js';
import { IdMap } from '../../platform/ids.js';

const MAX_PAGE_SIZE = 10;

/** A topic with the caller's ids of its members. */
export interface TopicWithMembers {
  topic: Topic;
  subscribers: string[];
}

/** Topics as the older interface sees them: with members instead of subscriptions. */
@Injectable()
export class TopicsV1Service {
  constructor(
    @InjectModel(Topic.name) private readonly documents: Model<Topic>,
    @InjectModel(TopicSubscription.name) private readonly subscriptions: Model<TopicSubscription>,
    private readonly topics: TopicsService,
    private readonly subscribing: SubscribingService,
    private readonly members: MembersService,
  ) {}

  /** Throws 409 for a key that is taken. */
  async create(environment: EnvironmentRef, request: CreateTopicV1Dto): Promise<Topic> {
    const topic = await this.topics.create(environment, request);
    if (!topic) throw new ConflictException(`Topic '${request.key}' already exists`);
    return topic;
  }

  /** A page of the environment's topics, oldest first, with their number. 400 for a page of more than 10. */
  async list(
    environment: InEnvironment,
    { page, pageSize, key }: ListTopicsV1QueryDto,
  ): Promise<{ data: TopicWithMembers[]; totalCount: number }> {
    if (pageSize > MAX_PAGE_SIZE) throw new BadRequestException(`pageSize must not be greater than ${MAX_PAGE_SIZE}`);
    const filter = { environmentId: environment.id, ...(key && { key }) };
    const [topics, totalCount] = await Promise.all([
      this.documents
        .find(filter)
        .sort({ _id: 1 })
        .skip(page * pageSize)
        .limit(pageSize)
        .lean<Topic[]>(),
      this.documents.countDocuments(filter),
    ]);
    return { data: await this.withMembers(environment, topics), totalCount };
  }

  async get(environment: InEnvironment, key: string): Promise<TopicWithMembers> {
    return this.one(environment, await this.topics.findOrFail(environment, key));
  }

  async rename(environment: InEnvironment, key: string, name: string): Promise<TopicWithMembers> {
    return this.one(environment, await this.topics.update(environment, key, { name }));
  }

  /** Throws 409 while the topic has members; a subscription created at the same moment may be deleted with it. */
  async delete(environment: InEnvironment, key: string): Promise<void> {
    const topic = await this.topics.findOrFail(environment, key);
    if (await this.subscriptions.exists({ environmentId: environment.id, topicId: topic._id })) {
      throw new ConflictException(`Topic '${key}' has subscribers`);
    }
    await this.topics.delete(environment, key);
  }

  /** Subscribes those that are not yet members. An unknown topic is created (behaviour R16). */
  async add(environment: EnvironmentRef, key: string, subscriberIds: string[]): Promise<AddedMembersDto> {
    const unique = [...new Set(subscriberIds)];
    const { results } = await this.subscribing.subscribe(environment, key, {
      subscriptions: unique.map((subscriberId) => ({ subscriberId })),
    });
    const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
    const notFound = idsOf(errors.filter(({ code }) => code === 'SUBSCRIBER_NOT_FOUND'));
    const refused = idsOf(errors.filter(({ code }) => code !== 'SUBSCRIBER_NOT_FOUND'));
    const succeeded = results.flatMap((result) => ('error' in result ? [] : [result.member.subscriberId]));
    return {
      succeeded,
      ...(errors.length > 0 && {
        failed: { ...(notFound.length > 0 && { notFound }), ...(refused.length > 0 && { refused }) },
      }),
    };
  }

  /** Removes all subscriptions of these subscribers to the topic; unknown ones are ignored. 404 for an unknown topic. */
  async remove(environment: InEnvironment, key: string, subscriberIds: string[]): Promise<void> {
    const topic = await this.topics.findOrFail(environment, key);
    const members = await this.members.findBySubscriberIds(environment, [...new Set(subscriberIds)]);
    const ids = [...members.values()].map(({ _id }) => _id);
    if (ids.length === 0) return;
    await this.subscriptions.deleteMany({
      environmentId: environment.id,
      topicId: topic._id,
      subscriberId: { $in: ids },
    });
  }

  /** 404 for an unknown topic, and for a subscriber that is not a member. */
  async findMember(
    environment: InEnvironment,
    key: string,
    subscriberId: string,
  ): Promise<{ topic: Topic; member: Member }> {
    const topic = await this.topics.findOrFail(environment, key);
    const member = (await this.members.findBySubscriberIds(environment, [subscriberId])).get(subscriberId);
    const filter = { environmentId: environment.id, topicId: topic._id, subscriberId: member?._id };
    if (member && (await this.subscriptions.exists(filter))) return { topic, member };
    throw new NotFoundException(`Subscriber '${subscriberId}' of topic '${key}' was not found`);
  }

  private async one(environment: InEnvironment, topic: Topic): Promise<TopicWithMembers> {
    const [first] = await this.withMembers(environment, [topic]);
    return first!;
  }

  /** Each subscriber once, in the order of joining. Costs one read, and another for each 5000 members. */
  private async withMembers(environment: InEnvironment, topics: readonly Topic[]): Promise<TopicWithMembers[]> {
    const topicIds = topics.map(({ _id }) => _id);
    const found = await this.subscriptions
      .find({ environmentId: environment.id, topicId: { $in: topicIds } }, { topicId: 1, subscriberId: 1 })
      .sort({ _id: 1 })
      .lean<Pick<TopicSubscription, 'topicId' | 'subscriberId'>[]>();
    const members = await this.members.findByIds(
      environment,
      found.map(({ subscriberId }) => subscriberId),
    );
    const names = new IdMap(topics.map(({ _id }) => [_id, new Set<string>()]));
    for (const { topicId, subscriberId } of found) {
      const member = members.get(subscriberId);
      if (member) names.get(topicId)?.add(member.subscriberId);
    }
    return topics.map((topic) => ({ topic, subscribers: [...(names.get(topic._id) ?? [])] }));
  }
}

function idsOf(errors: readonly ItemError[]): string[] {
  return errors.map(({ subscriberId }) => subscriberId);
}
