import { chatEscape } from '#libs/providers/chat/escape.js';
import type { ControlValues } from '#libs/rendering/render-controls.js';
import { type NotRendered, renderedControls } from './controls.js';
import type { StepContext, StepServices } from './step.js';

/** The control values of a chat step, by provider, or why they cannot be rendered. */
type ChatValues = { ok: true; of: ReadonlyMap<string, ControlValues> } | NotRendered;

/**
 * Renders a chat step once for each of these providers, and once for all that have neither markup nor mentions: what variables
 * print appears there as it is (behaviour K8).
 */
export async function chatValues(
  context: StepContext,
  services: Pick<StepServices, 'computation' | 'links'>,
  providerIds: readonly string[],
): Promise<ChatValues> {
  const rendered = new Map<string | undefined, ControlValues>();
  const of = new Map<string, ControlValues>();
  for (const providerId of new Set(providerIds)) {
    const chat = chatEscape(providerId) && providerId;
    let values = rendered.get(chat);
    if (!values) {
      const controls = await renderedControls(context, services, { chat, blocks: 'chat' });
      if (!controls.ok) return controls;
      ({ values } = controls);
      rendered.set(chat, values);
    }
    of.set(providerId, values);
  }
  return { ok: true, of };
}
