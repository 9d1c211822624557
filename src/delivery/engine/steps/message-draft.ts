import type { Types } from 'mongoose';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageProgress } from '../../../notifications/messages/sending-progress.js';
import { keptContent, withoutAddressSecrets } from '../../../outbox/kept-content.js';
import type { OutgoingContent } from '../step-effects.js';
import type { MessageDraft } from '../step-outcome.js';
import type { StepContext } from './step.js';
import { again } from './unsendable.js';

/** A message for one target of a channel step. */
export interface Delivery {
  channel: OutgoingContent['channel'];
  integration: Integration;
  /** Integrations for failover, in this order (behaviour S1). */
  others?: readonly Integration[];
  /** One per address: a push message is sent to every device of an integration. */
  contents: OutgoingContent[];
  overrides: Record<string, unknown>;
  /** Distinguishes the targets of a step that may have several. */
  target?: Types.ObjectId;
  /** The `errorId` of the message if it fails (behaviour S3). */
  errorId: string;
}

/** The message to store, when nothing more is tried. */
export function draftOf(
  { run, scope }: StepContext,
  { channel, integration, others = [], contents: [content], errorId }: Delivery,
  _id: Types.ObjectId,
  progress: MessageProgress,
): MessageDraft {
  const sent = sentOf(progress);
  const error = progress.settled.find((one) => !one.sent)?.error;
  const last = [integration, ...others].find((one) => one._id.equals(progress.integrationId)) ?? integration;
  return {
    _id,
    channel,
    body: '',
    providerId: last.providerId,
    integrationId: last._id,
    status: sent > 0 ? 'sent' : 'error',
    ...(error !== undefined && { errorId: endedAs(progress) ?? errorId, errorText: error }),
    ...(progress.providerMessageId !== undefined && { providerMessageId: progress.providerMessageId }),
    attempts: progress.attempts,
    // What is too late, or suppressed, is not sent again.
    ...(sent === 0 && !endedAs(progress) && { deadAt: scope.now }),
    ...again(run, _id),
    // Those for several devices differ in the device alone.
    ...(scope.env.keepsContent && content && { content: withoutAddressSecrets(keptContent(content)) }),
  };
}

/** The `errorId` of a message that no provider has refused. */
function endedAs(progress: MessageProgress): string | undefined {
  return progress.expired ? 'expired' : isSuppressed(progress) ? 'suppressed' : undefined;
}

/** Whether a message was sent to nobody, because its address has been suppressed after the step began. */
export function isSuppressed(progress: MessageProgress): boolean {
  return progress.suppressed === true && sentOf(progress) === 0;
}

/** The number of addresses that a message was sent to. */
export function sentOf({ settled }: MessageProgress): number {
  return settled.filter(({ sent }) => sent).length;
}
