import { ApiProperty } from '@nestjs/swagger';
import { SubscriptionPreferenceDto } from '../../../../topics/subscriptions/dto/subscription-preference.dto.js';
import { SubscriptionDetailsDto } from '../../../../topics/subscriptions/dto/subscription.dto.js';

/** A subscription of the session's subscriber. */
export class InboxSubscriptionDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Name of the subscription in paths, unique in its topic.
   * @example tk_orders:si_ada
   */
  identifier: string;

  /**
   * Name for people.
   * @example Large orders
   */
  name?: string;

  /** What it says about workflows; others reach the subscriber. */
  @ApiProperty({ type: [SubscriptionPreferenceDto] })
  preferences: SubscriptionPreferenceDto[];
}

/** Which of the preferences are shown: those for one of the workflows, or for one with one of the tags. */
export interface ShownWorkflows {
  workflowIds?: readonly string[];
  tags?: readonly string[];
}

/** Widgets expect a workflow in each preference: those that fit none at present are left out. */
export function toInboxSubscriptionDto(
  { id, identifier, name, preferences }: SubscriptionDetailsDto,
  shown: ShownWorkflows = {},
): InboxSubscriptionDto {
  return {
    id,
    identifier,
    ...(name !== undefined && { name }),
    preferences: preferences.filter(({ workflow }) => workflow !== null && isShown(workflow, shown)),
  };
}

function isShown(
  { id, identifier, tags: own }: NonNullable<SubscriptionPreferenceDto['workflow']>,
  { workflowIds = [], tags = [] }: ShownWorkflows,
): boolean {
  if (workflowIds.length + tags.length === 0) return true;
  return workflowIds.includes(identifier) || workflowIds.includes(id) || own.some((tag) => tags.includes(tag));
}
