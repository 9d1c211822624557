import { ApiExtraModels, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Allow, IsObject, IsString, MaxLength } from 'class-validator';
import { Raw } from '../../../platform/http/raw.decorator.js';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { MAX_TOPIC_NAME_LENGTH } from '../../topic-limits.js';
import { MAX_PER_REQUEST } from '../request/read-subscribers.js';
import {
  GroupPreferenceRequestDto,
  PreferenceFilterDto,
  preferencesSchema,
  WorkflowPreferenceRequestDto,
} from './preference-request.dto.js';

/** A subscription with an identifier of its own. */
export class IdentifiedSubscriberDto {
  /**
   * Name of the subscription in paths, unique in its topic, at most 512 characters.
   * @example large-orders
   */
  identifier: string;

  /**
   * Your own id of the subscriber.
   * @example ada
   */
  subscriberId: string;

  /**
   * Name for people.
   * @example Large orders
   */
  name?: string;
}

/** Which subscriptions to remove: the one with the identifier, all of the subscriber, or the one that is both. */
export class RemovedSubscriberDto {
  /**
   * Name of the subscription.
   * @example large-orders
   */
  identifier?: string;

  /**
   * Your own id of the subscriber.
   * @example ada
   */
  subscriberId?: string;
}

const listOf = (type: Parameters<typeof getSchemaPath>[0]) => ({
  type: 'array' as const,
  maxItems: MAX_PER_REQUEST,
  items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(type) }] },
});

/** Whom to subscribe: 1 to 100 entries in both lists together. */
@ApiExtraModels(IdentifiedSubscriberDto, WorkflowPreferenceRequestDto, GroupPreferenceRequestDto, PreferenceFilterDto)
export class CreateSubscriptionsDto {
  /**
   * Deprecated, use `subscriptions`: ids of subscribers.
   * @example ["ada"]
   */
  @Allow()
  @ApiPropertyOptional({ type: [String], maxItems: MAX_PER_REQUEST, deprecated: true })
  @Raw()
  subscriberIds?: unknown;

  /**
   * Subscribers by id, or with an identifier for the subscription. Without one the identifier is made from the topic,
   * the subscriber and the contexts.
   * @example ["ada", { "subscriberId": "grace", "identifier": "large-orders" }]
   */
  @Allow()
  @ApiPropertyOptional(listOf(IdentifiedSubscriberDto))
  @Raw()
  subscriptions?: unknown;

  /**
   * Name of the topic when it has to be created.
   * @example Orders
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TOPIC_NAME_LENGTH)
  name?: string;

  /**
   * The contexts the subscriptions hold in, by type: an id, or an object with an id and data. At most 5. A context that
   * is not there yet is created with the data; that of an existing one stays as it is.
   * @example { "tenant": "acme" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;

  /**
   * Rules for workflows: a workflow id, a rule for one workflow, or a rule for those a filter finds. Workflows without
   * a rule reach the subscribers.
   * @example ["order-shipped"]
   */
  @Allow()
  @ApiPropertyOptional(preferencesSchema)
  @Raw()
  preferences?: unknown;
}

/** What is changed of a subscription. */
export class UpdateSubscriptionDto {
  /**
   * Name for people.
   * @example Large orders
   */
  @Allow()
  @ApiPropertyOptional({ type: String })
  @Raw()
  name?: unknown;

  /** Replaces the rules for workflows as a whole; an empty list removes them. */
  @Allow()
  @ApiPropertyOptional(preferencesSchema)
  @Raw()
  preferences?: unknown;
}

/** What to remove: 1 to 100 entries in both lists together. */
@ApiExtraModels(RemovedSubscriberDto)
export class DeleteSubscriptionsDto {
  /**
   * Deprecated, use `subscriptions`: ids of subscribers.
   * @example ["ada"]
   */
  @Allow()
  @ApiPropertyOptional({ type: [String], maxItems: MAX_PER_REQUEST, deprecated: true })
  @Raw()
  subscriberIds?: unknown;

  /**
   * Ids of subscribers, whose subscriptions of the topic are all removed, or subscriptions by identifier.
   * @example ["ada", { "identifier": "large-orders" }]
   */
  @Allow()
  @ApiPropertyOptional(listOf(RemovedSubscriberDto))
  @Raw()
  subscriptions?: unknown;
}
