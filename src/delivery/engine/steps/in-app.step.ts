import { type InAppAction, type InAppContent, inAppContent } from '#libs/rendering/in-app/in-app-content.js';
import { ContentError } from '#libs/rendering/in-app/content-error.js';
import type { MessageAction } from '../../../notifications/messages/message.schema.js';
import { messageId } from '../run-documents.js';
import { completed, failed, type StepOutcome } from '../step-outcome.js';
import { renderedControls, templateFailure } from './controls.js';
import type { StepContext, StepServices } from './step.js';

/** Creates an in-app message: renders the step's control values and validates the result (behaviour L2, L4 to L7). */
export async function executeInAppStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  if (!context.scope.inAppActive) {
    return notCreated('no_active_integration', 'The environment has no active in-app integration');
  }
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const content = inAppContent(controls.values);
  if (content instanceof ContentError) return notCreated('content_invalid', content.message);
  const { primaryAction, secondaryAction, ...rest } = content;
  const actions = {
    ...(primaryAction && { primary: toPending(primaryAction) }),
    ...(secondaryAction && { secondary: toPending(secondaryAction) }),
  };
  return completed('delivered', 'Message created', {
    messages: [
      {
        _id: messageId(context.run, context.step),
        channel: 'in_app',
        ...rest,
        ...withBundle(rest, context.scope.event.legacy?.bundleSegment),
        ...((primaryAction || secondaryAction) && { actions }),
      },
    ],
  });
}

function toPending({ label, redirect }: InAppAction): MessageAction {
  return { label, ...(redirect && { redirect }), completed: false };
}

/** Behaviour A12: the data of a notification of the legacy API includes its bundle. */
function withBundle({ data }: InAppContent, bundleSegment = ''): Pick<InAppContent, 'data'> {
  return bundleSegment === '' ? {} : { data: { ...data, bundleSegment } };
}

function notCreated(reason: StepOutcome['reason'], raw: string): StepOutcome {
  return failed(reason, 'Message could not be created', raw);
}
