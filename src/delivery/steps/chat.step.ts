import { textOf } from '#libs/rendering/in-app/text-of.js';
import { textField } from '../channels/channel-overrides.js';
import { chatDestinations, isReachedByPhoneAlone } from '../chat/chat-targets.js';
import type { StepOutcome } from '../execution/step-outcome.js';
import { missingAddress, noContent, noIntegration, outcomeOf } from './channel-outcomes.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver } from './deliver.js';
import type { StepContext, StepServices } from './step.js';

/**
 * Sends a chat message to every place at which the subscriber is reached, one message each; one that fails does not keep
 * the others from being sent (behaviour K1, K4, G8).
 */
export async function executeChatStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  if (!scope.integrations.some(({ channel }) => channel === 'chat')) return noIntegration(scope, 'chat');
  const destinations = await chatDestinations(scope, step.stepId);
  // Behaviour K5.
  if (destinations.length === 0) {
    return isReachedByPhoneAlone(scope)
      ? missingAddress('phone number', 'no_subscriber_chat_phone_number')
      : missingAddress('chat webhook, channel or phone number', 'no_subscriber_chat_channel_id');
  }
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const body = textOf(controls.values.body, 'body');
  if (body.trim() === '') return noContent('body must have content');
  const deliveries = await Promise.all(
    destinations.map(({ integration, target, overrides, id }) =>
      deliver(context, services, {
        channel: 'chat',
        integration,
        contents: [{ channel: 'chat', target, body: textField(overrides, 'content') ?? body }],
        overrides,
        target: id,
        errorId: 'unexpected_chat_error',
      }),
    ),
  );
  return outcomeOf(context, deliveries);
}
