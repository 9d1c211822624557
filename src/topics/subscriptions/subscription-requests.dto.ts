import { ApiExtraModels, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Allow, ArrayMaxSize, IsIn, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { Raw } from '../../platform/http/decorators.js';
import { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { Optional, QueryList } from '../../platform/validation/decorators.js';
import { MAX_TOPIC_NAME_LENGTH } from '../topic-limits.js';
import { MAX_PER_REQUEST } from './read-requests.js';
import { HasShape, RefusesUnknown, type Shape } from '../../platform/validation/unknown-members.js';

const SUBSCRIPTION_ORDERS = ['_id', 'createdAt'] as const;

type SubscriptionOrder = (typeof SUBSCRIPTION_ORDERS)[number];

const MAX_CONTEXTS = 5;

/** Filters of a list of subscriptions. All must match. */
export class ListSubscriptionsQueryDto extends CursorQueryDto {
  /** Field to order by. Both are the order of creation. */
  @IsOptional()
  @IsIn(SUBSCRIPTION_ORDERS)
  @ApiPropertyOptional({ enum: SUBSCRIPTION_ORDERS })
  orderBy: SubscriptionOrder = '_id';

  /** Only subscriptions that hold in exactly these contexts, each `type:id`; an empty one stands for no context. */
  @QueryList()
  @ArrayMaxSize(MAX_CONTEXTS)
  contextKeys?: string[];
}

/** Filters of the subscriptions of a topic. */
export class ListTopicSubscriptionsQueryDto extends ListSubscriptionsQueryDto {
  /**
   * Only those of this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;
}

/** Filters of the subscriptions of a subscriber. */
export class ListSubscriberSubscriptionsQueryDto extends ListSubscriptionsQueryDto {
  /**
   * Only those of the topic with this key.
   * @example orders
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  key?: string;
}

/** A rule for one workflow. */
export class WorkflowPreferenceRequestDto {
  /**
   * Identifier or internal id of the workflow.
   * @example order-shipped
   */
  workflowId: string;

  /** Whether its notifications are wanted; true unless it says otherwise. */
  enabled?: boolean;

  /**
   * JSON-logic over `payload`, `subscriber`, `actor`, `context` and `env`, at most 16 KB; it decides instead of
   * `enabled`. An empty one is none.
   * @example { "==": [{ "var": "payload.region" }, "eu"] }
   */
  condition?: Record<string, unknown>;
}

/** Which workflows a rule is for: those that are named, and those that carry one of the tags. */
export class PreferenceFilterDto {
  /**
   * Identifiers or internal ids of workflows.
   * @example ["order-shipped"]
   */
  workflowIds?: string[];

  /**
   * Tags of workflows.
   * @example ["orders"]
   */
  tags?: string[];
}

/** A rule for all workflows that a filter finds, later ones included. */
export class GroupPreferenceRequestDto {
  /** Which workflows it is for; at least one workflow or tag. */
  filter: PreferenceFilterDto;

  /** Whether their notifications are wanted; true unless it says otherwise. */
  enabled?: boolean;

  /**
   * JSON-logic over `payload`, `subscriber`, `actor`, `context` and `env`, at most 16 KB; it decides instead of
   * `enabled`. An empty one is none.
   * @example { ">": [{ "var": "payload.amount" }, 100] }
   */
  condition?: Record<string, unknown>;
}

/** The list of rules in a request, for the OpenAPI document. */
export const preferencesSchema = {
  type: 'array' as const,
  maxItems: 100,
  items: {
    oneOf: [
      { type: 'string' },
      { $ref: getSchemaPath(WorkflowPreferenceRequestDto) },
      { $ref: getSchemaPath(GroupPreferenceRequestDto) },
    ],
  },
};

/** The members of a rule in a request: those of {@link GroupPreferenceRequestDto} or {@link WorkflowPreferenceRequestDto}. */
export const preferenceShape = (rule: object): Shape => ({
  ...('filter' in rule ? { filter: { workflowIds: null, tags: null } } : { workflowId: null }),
  enabled: null,
  condition: null,
});

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
   * Readable name.
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

/** Subscribers to subscribe: 1 to 100 entries in both lists together. */
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
  @HasShape({ identifier: null, subscriberId: null, name: null })
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
  @HasShape(preferenceShape)
  preferences?: unknown;
}

/** Changes of a subscription. */
export class UpdateSubscriptionDto {
  /**
   * Readable name.
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
  @HasShape(preferenceShape)
  preferences?: unknown;
}

/** Subscriptions to remove: 1 to 100 entries in both lists together. */
@ApiExtraModels(RemovedSubscriberDto)
@RefusesUnknown()
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
  @HasShape({ identifier: null, subscriberId: null })
  subscriptions?: unknown;
}
