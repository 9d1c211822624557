import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiConflictResponse, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../auth/access.guard.js';
import { Bare } from '../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import {
  CreateTopicDto,
  CreateTopicQueryDto,
  ListTopicsQueryDto,
  type TopicDeletedDto,
  TopicDto,
  type TopicPageDto,
  toTopicDto,
  toTopicPageDto,
  UpdateTopicDto,
} from './topics.dto.js';
import { TopicsService } from './topics.service.js';

@ApiTags('Topics')
@Access('topics')
@Controller('v2/topics')
export class TopicsController {
  constructor(private readonly topics: TopicsService) {}

  /**
   * Create or update a topic
   *
   * 201 when the key is new. For a known one only the fields that are sent are changed, and the response is 200. Null
   * clears `data`, an absent field stays as it is. With `failIfExists=true` a known key is 409 instead, and the body is
   * the existing topic.
   */
  @Post()
  @ApiCreatedResponse({ type: TopicDto, description: 'The topic was created.' })
  @ApiOkResponse({ type: TopicDto, description: 'The topic existed and was changed.' })
  @ApiConflictResponse({ type: TopicDto, description: 'The key is taken; the body is the existing topic.' })
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: CreateTopicQueryDto,
    @Body() request: CreateTopicDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TopicDto> {
    const { topic, created } = await this.topics.createOrUpdate(environment, request, query);
    reply.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return toTopicDto(topic);
  }

  /**
   * List topics
   *
   * A page of the environment's topics, newest first unless ordered otherwise. Filters look for a part of the text;
   * a topic must match all of them.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListTopicsQueryDto,
  ): Promise<TopicPageDto> {
    return toTopicPageDto(await this.topics.list(environment, query));
  }

  /** Retrieve a topic */
  @Get(':topicKey')
  async get(@CurrentEnvironment() environment: EnvironmentRef, @Param('topicKey') topicKey: string): Promise<TopicDto> {
    return toTopicDto(await this.topics.findOrFail(environment, topicKey));
  }

  /**
   * Update a topic
   *
   * Changes the fields that are sent: the name, the data as a whole, whether widgets may subscribe. The key never changes.
   */
  @Patch(':topicKey')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Body() request: UpdateTopicDto,
  ): Promise<TopicDto> {
    return toTopicDto(await this.topics.update(environment, topicKey, request));
  }

  /**
   * Delete a topic
   *
   * Permanently, with all its subscriptions. A later trigger to the key reaches no one.
   */
  @Delete(':topicKey')
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
  ): Promise<TopicDeletedDto> {
    await this.topics.delete(environment, topicKey);
    return { acknowledged: true };
  }
}
