import { ApiProperty } from '@nestjs/swagger';
import type { EventProblem } from '../expansion/event-problem.js';

const PROBLEM_CODES = ['unknown_topic', 'subscription_condition_error', 'workflow_deleted'] as const;

/** Why recipients of the event were left out. */
export class EventProblemDto {
  /** What kind of problem it is. */
  @ApiProperty({ enum: PROBLEM_CODES })
  code: EventProblem['code'];

  /**
   * The problem in words.
   * @example Topic 'orders' does not exist
   */
  detail: string;

  /** Key of the topic it is about. */
  topicKey?: string;

  /** Id of the subscriber it is about. */
  subscriberId?: string;
}

export function toEventProblemDto({ code, detail, topicKey, subscriberId }: EventProblem): EventProblemDto {
  return {
    code,
    detail,
    ...(topicKey !== undefined && { topicKey }),
    ...(subscriberId !== undefined && { subscriberId }),
  };
}
