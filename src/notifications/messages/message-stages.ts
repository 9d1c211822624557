import { Injectable } from '@nestjs/common';
import { Hook } from '../../platform/hook.js';
import type { DeliveryStatus } from '#libs/providers/webhooks/read-events.js';
import type { Message } from './message.schema.js';

/** The stages of a message on its way to a person, in their order. */
export const STAGES = ['sent', 'delivered', 'opened', 'clicked', 'read'] as const;
export type Stage = (typeof STAGES)[number];

/** What listeners get of a message. */
export const STAGED = { environmentId: 1, organizationId: 1, 'workflow.id': 1, stepId: 1, createdAt: 1 } as const;
export type StagedMessage = Pick<Message, 'environmentId' | 'organizationId' | 'stepId' | 'createdAt'> & {
  workflow: Pick<Message['workflow'], 'id'>;
};

/** A message that has reached a stage for the first time. */
export interface StageReached {
  message: StagedMessage;
  stage: Stage;
}

/** Notifies listeners in this process, such as the counters of funnels, of stages that messages have reached. */
@Injectable()
export class MessageStages extends Hook<readonly StageReached[]> {
  reached(reached: readonly StageReached[]): void {
    if (reached.length > 0) this.notify(reached);
  }
}

/** The stages that reports prove: what was clicked was opened, and what was opened was delivered. */
function stagesOf(statuses: readonly DeliveryStatus[]): Stage[] {
  const clicked = statuses.includes('clicked');
  const opened = clicked || statuses.includes('opened');
  const delivered = opened || statuses.includes('delivered');
  return [
    ...(delivered ? ['delivered' as const] : []),
    ...(opened ? ['opened' as const] : []),
    ...(clicked ? ['clicked' as const] : []),
  ];
}

/** The stages that a message has reached with a report, besides those that it had reached before. */
export function newStages(before: readonly DeliveryStatus[], added: DeliveryStatus): Stage[] {
  const known = stagesOf(before);
  return stagesOf([...before, added]).filter((stage) => !known.includes(stage));
}
