import type { RunStep, StepDetail } from '../notifications/activity/run.schema.js';
import type { Message } from '../notifications/messages/message.schema.js';

/** What a channel step wrote, before it becomes a message of a certain run. */
export type MessageContent = Pick<Message, 'channel' | 'subject' | 'body' | 'avatar' | 'actions' | 'redirect' | 'data'>;

/** What executing one step for one recipient led to. */
export interface StepOutcome extends Pick<RunStep, 'status' | 'reason'> {
  details: Omit<StepDetail, 'at'>[];
  /** Present when the step delivered something. */
  content?: MessageContent;
}
