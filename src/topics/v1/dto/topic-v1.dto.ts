import { ApiProperty } from '@nestjs/swagger';

/** The ids of a new topic. */
export class CreatedTopicDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own key of the topic.
   * @example orders
   */
  key: string;
}

/** A topic with its members. */
export class TopicWithMembersDto extends CreatedTopicDto {
  /** Id of the organization. */
  _organizationId: string;

  /** Id of the environment. */
  _environmentId: string;

  /**
   * Name for people.
   * @example Orders
   */
  name?: string;

  /**
   * Your own ids of the subscribers.
   * @example ["ada"]
   */
  subscribers: string[];
}

/** A page of topics. */
export class TopicPageV1Dto {
  /** Number of the page, from 0. */
  page: number;

  /** Topics of the whole list. */
  totalCount: number;

  /** Topics on a page at most. */
  pageSize: number;

  /** The topics on this page. */
  @ApiProperty({ type: [TopicWithMembersDto] })
  data: TopicWithMembersDto[];
}

/** Those who were not added. */
export class FailedMembersDto {
  /**
   * Ids that no subscriber has.
   * @example ["unknown"]
   */
  notFound?: string[];

  /** Subscribers who have as many subscriptions of the topic as they may. */
  refused?: string[];
}

/** What came of adding subscribers. */
export class AddedMembersDto {
  /**
   * Ids of those who are members now.
   * @example ["ada"]
   */
  succeeded: string[];

  /** Those who are not; absent when all are. */
  @ApiProperty({ type: FailedMembersDto, required: false })
  failed?: FailedMembersDto;
}

/** That a subscriber is a member of a topic. */
export class TopicMemberDto {
  /** Id of the organization. */
  _organizationId: string;

  /** Id of the environment. */
  _environmentId: string;

  /** Internal id of the subscriber. */
  _subscriberId: string;

  /** Internal id of the topic. */
  _topicId: string;

  /**
   * Your own key of the topic.
   * @example orders
   */
  topicKey: string;

  /**
   * Your own id of the subscriber.
   * @example ada
   */
  externalSubscriberId: string;
}
