import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { type InAppAction, inAppContent } from '#libs/rendering/in-app/in-app-content.js';
import type { TemplateEngines, TemplateScope } from '#libs/rendering/liquid-engine.js';
import { type FieldMode, renderControls } from '#libs/rendering/render-controls.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import type { MessageAction } from '../../notifications/messages/message.schema.js';
import type { WorkflowStep } from '../../workflows/workflow.schema.js';
import type { StepOutcome } from '../step-outcome.js';

/** Writes an in-app message: renders the step's control values and checks what came out (behaviour L2, L4 to L7). */
export function executeInAppStep(
  step: WorkflowStep,
  scope: TemplateScope,
  engines: TemplateEngines,
  integrationActive: boolean,
): StepOutcome {
  if (!integrationActive) {
    return failed('no_active_integration', 'The environment has no active in-app integration');
  }
  const values = renderControls(step.controlValues, scope, engines, modeOf);
  if (values instanceof TemplateError) return failed('template_error', describe(values));
  const content = inAppContent(values);
  if (content instanceof ContentError) return failed('content_invalid', content.message);
  const { primaryAction, secondaryAction, ...rest } = content;
  return {
    status: 'completed',
    reason: 'delivered',
    details: [{ status: 'Success', detail: 'Message created' }],
    content: {
      channel: 'in_app',
      ...rest,
      ...((primaryAction || secondaryAction) && {
        actions: {
          ...(primaryAction && { primary: toPending(primaryAction) }),
          ...(secondaryAction && { secondary: toPending(secondaryAction) }),
        },
      }),
    },
  };
}

// The condition is a rule, not a text.
function modeOf(path: string): FieldMode {
  return path === 'skip' ? 'verbatim' : 'plain';
}

function toPending({ label, redirect }: InAppAction): MessageAction {
  return { label, ...(redirect && { redirect }), completed: false };
}

function failed(reason: StepOutcome['reason'], raw: string): StepOutcome {
  return { status: 'failed', reason, details: [{ status: 'Failed', detail: 'Message could not be created', raw }] };
}

function describe({ control, line, column, message }: TemplateError): string {
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  return `${control ?? 'template'}${place}: ${message}`;
}
