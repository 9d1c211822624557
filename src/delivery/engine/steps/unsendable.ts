import type { Types } from 'mongoose';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { messageId } from '../run-documents.js';
import type { OutgoingContent } from '../step-effects.js';
import { failed, type MessageDraft, skipped, type StepOutcome } from '../step-outcome.js';
import type { StepContext } from './step.js';

/** Behaviour S5: a subscriber without an address is skipped, not failed. `errorId`: that of a failed message (S3). */
export function missingAddress(what: string, errorId?: string): StepOutcome {
  return skipped('missing_address', `Step skipped: the subscriber has no ${what}`, { raw: errorId });
}

/** Behaviour S5: `what` names the sources of the invalid addresses; the addresses themselves are not repeated. */
export function invalidAddress(what: readonly string[], kind = 'email address'): StepOutcome {
  const raw = `no ${kind}: ${what.join(', ')}`;
  return skipped('invalid_address', `Step skipped: the ${kind} is none`, { raw });
}

/** Behaviour G9: the step fails without an integration. Its message is given up, and can be sent again with one. */
export function noIntegration(
  { run, step, scope }: StepContext,
  channel: OutgoingContent['channel'],
  identifier?: unknown,
): StepOutcome {
  const which =
    typeof identifier === 'string'
      ? `no active ${channel} integration '${identifier}'`
      : scope.integrations.some((one) => one.channel === channel)
        ? `no primary ${channel} integration, and none whose conditions pass`
        : `no active ${channel} integration`;
  const raw = `The environment has ${which}`;
  const message: MessageDraft = {
    _id: messageId(run, step),
    channel,
    body: '',
    status: 'error',
    errorId: 'no_active_integration',
    errorText: raw,
    deadAt: scope.now,
    ...again(run, messageId(run, step)),
  };
  return failed('no_active_integration', 'Message could not be sent', raw, { messages: [message] });
}

export function noContent(raw: string): StepOutcome {
  return failed('content_invalid', 'Message could not be created', raw);
}

/** Of a message that is stored already, and is sent again. */
export function again({ replays }: Run, _id: Types.ObjectId): Pick<MessageDraft, 'replays'> {
  return replays?.[0]?.messages.includes(_id.toHexString()) ? { replays: 1 } : {};
}
