import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';

/** Which notifications of the topic a subscription is about, and whether they are wanted (behaviour TS2). */
export interface SubscriptionRule {
  /** Identifiers or internal ids of workflows. The rule also holds for the workflows that carry one of `tags`. */
  workflowIds?: string[];
  tags?: string[];
  /** Ignored when there is a condition. */
  enabled: boolean;
  /** JSON-logic over payload, subscriber, actor and context; true delivers. */
  condition?: Record<string, unknown>;
}

/** A subscriber follows a topic, in one context, by rules of its own. There may be several for each. */
@Schema({ collection: 'topicsubscriptions', timestamps: true, minimize: false })
export class TopicSubscription extends EnvironmentRecord {
  @Prop({ type: Types.ObjectId, required: true })
  topicId: Types.ObjectId;

  /** Internal id. */
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  /** Which of the subscriber's few places in the topic it takes: the number is what limits them (behaviour TS1). */
  @Prop({ required: true })
  slot: number;

  /** Unique in the topic (behaviour TS1). */
  @Prop({ required: true })
  identifier: string;

  @Prop()
  name?: string;

  /** Keys of its contexts, sorted; empty for none. */
  @Prop({ type: [String], required: true })
  contextKeys: string[];

  /** {@link contextKeys} as one text: only triggers with exactly these contexts reach it (behaviour TS4, C6). */
  @Prop({ type: String, default: '' })
  contextScope: string;

  @Prop({ type: [Object], required: true })
  rules: SubscriptionRule[];

  createdAt: Date;
  updatedAt: Date;
}

/** The text by which equal sets of contexts are found. Keys hold no commas. */
export function contextScope(contextKeys: readonly string[]): string {
  return contextKeys.toSorted().join(',');
}

/** Subscriptions that one subscriber may have of one topic; their slots are below this number (behaviour TS1). */
export const MAX_SUBSCRIPTIONS = 10;

export const TopicSubscriptionSchema = SchemaFactory.createForClass(TopicSubscription);
TopicSubscriptionSchema.index({ environmentId: 1, topicId: 1, identifier: 1 }, { unique: true });
// The members of a topic in one context, in the order in which triggers go through them.
TopicSubscriptionSchema.index({ environmentId: 1, topicId: 1, contextScope: 1, subscriberId: 1, _id: 1 });
// Two that are made at once cannot take the same place.
TopicSubscriptionSchema.index({ environmentId: 1, topicId: 1, subscriberId: 1, slot: 1 }, { unique: true });
// The lists of a topic, of a topic in one context, and of a subscriber.
TopicSubscriptionSchema.index({ environmentId: 1, topicId: 1, _id: 1 });
TopicSubscriptionSchema.index({ environmentId: 1, topicId: 1, contextScope: 1, _id: 1 });
TopicSubscriptionSchema.index({ environmentId: 1, subscriberId: 1, _id: 1 });
