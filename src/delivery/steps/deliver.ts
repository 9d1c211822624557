import type { Types } from 'mongoose';
import type { OutgoingContent, SendResult } from '../channels/channel-sender.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { messageId } from '../execution/new-message.js';
import type { MessageDraft, OutcomeDetail } from '../execution/step-outcome.js';
import type { StepContext, StepKit } from './step.js';

/** A message for one target of a channel step. */
export interface Delivery {
  channel: OutgoingContent['channel'];
  integration: Integration;
  /** One per address: a push message goes to every device of an integration. */
  contents: OutgoingContent[];
  overrides: Record<string, unknown>;
  /** Tells the targets of one step apart, where there may be several. */
  target?: Types.ObjectId;
  /** The name of a failure in the message (behaviour S3). */
  errorId: string;
}

/** What became of it: `sent` says to how many addresses. */
export interface Delivered {
  message: MessageDraft;
  sent: number;
  details: OutcomeDetail[];
}

/**
 * Hands the message to its provider, once per address. A message that an earlier, cut off attempt has stored is not sent
 * again. The content is not stored (behaviour S9).
 */
export async function deliver(context: StepContext, kit: StepKit, delivery: Delivery): Promise<Delivered> {
  const { run, step, scope } = context;
  const { channel, integration, contents, overrides, errorId } = delivery;
  const id = messageId(run, step, delivery.target);
  const base = {
    _id: id,
    channel,
    body: '',
    providerId: integration.providerId,
    integrationId: integration._id,
  };
  if (scope.storedMessages.has(id.toHexString())) {
    return { message: { ...base, status: 'sent' }, sent: contents.length, details: [SENT] };
  }
  const results = await Promise.all(
    contents.map((content) =>
      kit.effects.send({
        id: id.toHexString(),
        environmentId: run.environmentId.toHexString(),
        subscriberId: run.subscriberId.toHexString(),
        transactionId: run.transactionId,
        eventId: run.eventId.toHexString(),
        integration,
        content,
        overrides,
      }),
    ),
  );
  const errors = results.flatMap((result) => (result.ok ? [] : [result.error]));
  const sent = results.length - errors.length;
  const providerMessageId = results.map(idOf).find((one) => one !== undefined);
  return {
    message: {
      ...base,
      status: sent > 0 ? 'sent' : 'error',
      ...(errors.length > 0 && { errorId, errorText: errors[0] }),
      ...(providerMessageId !== undefined && { providerMessageId }),
    },
    sent,
    details: [
      ...(sent > 0 ? [SENT] : []),
      ...errors.map((raw): OutcomeDetail => ({
        status: sent > 0 ? 'Warning' : 'Failed',
        detail: 'Message not sent',
        raw,
      })),
    ],
  };
}

const SENT: OutcomeDetail = { status: 'Success', detail: 'Message sent' };

function idOf(result: SendResult): string | undefined {
  return result.ok ? result.providerMessageId : undefined;
}
