import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { PersonalData } from '../../audit/audited.js';
import { dto } from '../../platform/http/dto.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { assertTopicKey } from '../topic-limits.js';
import {
  type AddedMembersDto,
  type CreatedTopicDto,
  CreateTopicV1Dto,
  ListTopicsV1QueryDto,
  RenameTopicDto,
  type TopicMemberDto,
  TopicMembersDto,
  type TopicPageV1Dto,
  type TopicWithMembersDto,
} from './topics-v1.dto.js';
import { type TopicWithMembers, TopicsV1Service } from './topics-v1.service.js';

@ApiTags('Topics (v1)')
@Access('topics')
@PersonalData()
@Controller('v1/topics')
export class TopicsV1Controller {
  constructor(private readonly topics: TopicsV1Service) {}

  /**
   * Create a topic (v1)
   *
   * A key that is taken is 409.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateTopicV1Dto,
  ): Promise<CreatedTopicDto> {
    const { _id, key } = await this.topics.create(environment, request);
    return dto<CreatedTopicDto>({ _id, key });
  }

  /**
   * List topics (v1)
   *
   * A page of the environment's topics with their members, oldest first.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListTopicsV1QueryDto,
  ): Promise<TopicPageV1Dto> {
    const { data, totalCount } = await this.topics.list(environment, query);
    return { page: query.page, totalCount, pageSize: query.pageSize, data: data.map((topic) => toDto(topic)) };
  }

  /** Retrieve a topic (v1) */
  @Get(':topicKey')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
  ): Promise<TopicWithMembersDto> {
    return toDto(await this.topics.get(environment, topicKey));
  }

  /** Rename a topic (v1) */
  @Patch(':topicKey')
  async rename(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Body() { name }: RenameTopicDto,
  ): Promise<TopicWithMembersDto> {
    return toDto(await this.topics.rename(environment, topicKey, name));
  }

  /**
   * Delete a topic (v1)
   *
   * A topic that has subscribers is 409.
   */
  @Delete(':topicKey')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@CurrentEnvironment() environment: EnvironmentRef, @Param('topicKey') topicKey: string): Promise<void> {
    await this.topics.delete(environment, topicKey);
  }

  /**
   * Add subscribers to a topic (v1)
   *
   * An unknown topic is created. Unknown subscribers stand in `failed`, and the others are added all the same.
   */
  @Post(':topicKey/subscribers')
  @HttpCode(HttpStatus.OK)
  async add(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Body() { subscribers }: TopicMembersDto,
  ): Promise<AddedMembersDto> {
    assertTopicKey(topicKey);
    return this.topics.add(environment, topicKey, subscribers);
  }

  /**
   * Remove subscribers from a topic (v1)
   *
   * With all their subscriptions of it. Those who have none do no harm.
   */
  @Post(':topicKey/subscribers/removal')
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Body() { subscribers }: TopicMembersDto,
  ): Promise<void> {
    await this.topics.remove(environment, topicKey, subscribers);
  }

  /**
   * Check a topic subscriber (v1)
   *
   * 404 when the subscriber has no subscription of the topic.
   */
  @Get(':topicKey/subscribers/:externalSubscriberId')
  async getMember(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Param('externalSubscriberId') externalSubscriberId: string,
  ): Promise<TopicMemberDto> {
    const { topic, member } = await this.topics.findMember(environment, topicKey, externalSubscriberId);
    return dto<TopicMemberDto>({
      _organizationId: topic.organizationId,
      _environmentId: topic.environmentId,
      _subscriberId: member._id,
      _topicId: topic._id,
      topicKey,
      externalSubscriberId,
    });
  }
}

function toDto({ topic, subscribers }: TopicWithMembers): TopicWithMembersDto {
  return dto<TopicWithMembersDto>({
    _id: topic._id,
    _organizationId: topic.organizationId,
    _environmentId: topic.environmentId,
    key: topic.key,
    ...(topic.name !== undefined && { name: topic.name }),
    subscribers,
  });
}
