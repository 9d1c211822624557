import { particularsOf } from '../../../notifications/activity/to-activity-dto.js';
import type { Run, RunStep } from '../../../notifications/activity/run.schema.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import { dto } from '../../../platform/http/dto.js';
import type { RunResult } from '../../engine/execute-run.js';
import type { TestMessageDto, TestRecipientDto, TestStepDto } from './test-sends.dto.js';

/** A run of a test, with what its steps made. */
export interface TestedRun extends RunResult {
  run: Run;
  subscriberId: string;
}

export function toTestRecipient({ run, subscriberId, messages }: TestedRun): TestRecipientDto {
  return dto<TestRecipientDto>({
    subscriberId,
    notificationId: run._id,
    status: run.status,
    steps: run.steps.map((step) => toTestStep(step, messages)),
  });
}

function toTestStep(step: RunStep, all: readonly Message[]): TestStepDto {
  const { stepId, name, type, status, reason = 'internal_error', messageIds = [], details } = step;
  const detail = particularsOf(step, details.length - 1);
  const messages = all.filter(({ _id }) => messageIds.some((id) => id.equals(_id))).map(toTestMessage);
  return {
    stepId,
    name,
    type,
    status,
    reason,
    ...(detail !== undefined && { detail }),
    ...(messages.length > 0 && { messages }),
  };
}

function toTestMessage({ _id, channel, status = 'sent', ...message }: Message): TestMessageDto {
  const { providerId, providerMessageId, errorText, attempts } = message;
  const last = attempts?.at(-1);
  const error = last?.error ?? errorText;
  return dto<TestMessageDto>({
    _id,
    channel,
    status,
    ...(providerId !== undefined && { providerId }),
    ...(providerMessageId !== undefined && { providerMessageId }),
    ...(error !== undefined && { error }),
    ...(last?.statusCode !== undefined && { statusCode: last.statusCode }),
    ...(last?.ms !== undefined && { durationMs: last.ms }),
  });
}
