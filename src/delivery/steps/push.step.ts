import { textOf } from '#libs/rendering/in-app/text-of.js';
import { isObject } from '../../platform/values/is-object.js';
import { mergedOverrides, textList } from '../channels/channel-overrides.js';
import type { StepOutcome } from '../execution/step-outcome.js';
import { missingAddress, noContent, noIntegration, outcomeOf } from './channel-outcomes.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver } from './deliver.js';
import { subscriberTargets } from './subscriber-targets.js';
import type { StepContext, StepServices } from './step.js';

/**
 * Sends a push notification to every device of every integration the subscriber has, one message per integration
 * (behaviour U1, U2, U4).
 */
export async function executePushStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  if (!scope.integrations.some(({ channel }) => channel === 'push')) return noIntegration(scope, 'push');
  const targets = subscriberTargets(scope, 'push').flatMap(({ integration, credentials }) => {
    const overrides = mergedOverrides(scope.event.overrides, 'push', step.stepId, integration.providerId);
    const tokens = textList(overrides.deviceTokens ?? credentials.deviceTokens);
    return tokens.length > 0 ? [{ integration, overrides, tokens }] : [];
  });
  if (targets.length === 0) return missingAddress('device token');
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const title = textOf(controls.values.subject, 'subject');
  const body = textOf(controls.values.body, 'body');
  if (title.trim() === '' && body.trim() === '') return noContent('subject or body must have content');
  const data = isObject(controls.values.data) ? { data: controls.values.data } : {};
  const deliveries = await Promise.all(
    targets.map(({ integration, overrides, tokens }) =>
      deliver(context, services, {
        channel: 'push',
        integration,
        contents: tokens.map((token) => ({ channel: 'push', token, title, body, ...data })),
        overrides,
        target: integration._id,
        errorId: 'unexpected_push_error',
      }),
    ),
  );
  return outcomeOf(context, deliveries);
}
