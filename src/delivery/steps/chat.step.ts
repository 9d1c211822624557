import { textOf } from '#libs/rendering/in-app/text-of.js';
import { mergedOverrides, textField } from '../channels/channel-overrides.js';
import type { StepOutcome } from '../execution/step-outcome.js';
import { missingAddress, noContent, noIntegration, outcomeOf } from './channel-outcomes.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver } from './deliver.js';
import { subscriberTargets } from './subscriber-targets.js';
import type { StepContext, StepKit } from './step.js';

/** Sends a chat message to every webhook the subscriber has, one message per integration (behaviour K1, K2, K4). */
export async function executeChatStep(context: StepContext, kit: StepKit): Promise<StepOutcome> {
  const { step, scope } = context;
  if (!scope.integrations.some(({ channel }) => channel === 'chat')) return noIntegration(scope, 'chat');
  const targets = subscriberTargets(scope, 'chat').flatMap(({ integration, credentials }) => {
    const overrides = mergedOverrides(scope.event.overrides, 'chat', step.stepId, integration.providerId);
    const webhookUrl =
      textField(overrides, 'webhookUrl') ?? textField(scope.event.payload, 'webhookUrl') ?? credentials.webhookUrl;
    return webhookUrl ? [{ integration, overrides, webhookUrl }] : [];
  });
  if (targets.length === 0) return missingAddress('chat webhook');
  const controls = renderedControls(context, kit);
  if (!controls.ok) return templateFailure(controls.error);
  const body = textOf(controls.values.body, 'body');
  if (body.trim() === '') return noContent('body must have content');
  const deliveries = await Promise.all(
    targets.map(({ integration, overrides, webhookUrl }) =>
      deliver(context, kit, {
        channel: 'chat',
        integration,
        contents: [
          {
            channel: 'chat',
            target: { kind: 'webhook', url: webhookUrl },
            body: textField(overrides, 'content') ?? body,
          },
        ],
        overrides,
        target: integration._id,
        errorId: 'unexpected_chat_error',
      }),
    ),
  );
  return outcomeOf(context, deliveries);
}
