import { isChannel } from '#libs/channels.js';
import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import { contextKeys } from '../../../contexts/trigger-context.js';
import type { LinkedMessage } from '../../../preferences/links/message-links.service.js';
import { isSubscription } from '../../../workflows/kind.js';
import type { StepContext, StepServices } from './step.js';

/** A footer of blocks may be that of the brand, which has one of the links. */
const NAMES = /unsubscribeUrl|preferencesUrl|"footer\\*"/;

/** Whether templates name one of the links, by the object they are in: the same for all recipients. */
const known = new WeakMap<object, boolean>();

function names(templates: unknown): boolean {
  if (typeof templates !== 'object' || templates === null)
    return typeof templates === 'string' && NAMES.test(templates);
  const before = known.get(templates);
  if (before !== undefined) return before;
  const found = NAMES.test(JSON.stringify(templates) ?? '');
  known.set(templates, found);
  return found;
}

/**
 * The data with the links of the message where one of these templates names them (behaviour CS5). Signing them for every
 * recipient would cost more than most of what a message needs.
 */
export async function withLinks(
  context: StepContext,
  { links }: Pick<StepServices, 'links'>,
  data: TemplateScope,
  ...templates: readonly unknown[]
): Promise<TemplateScope> {
  if (!templates.some(names)) return data;
  if (context.scope.hidesSecrets) {
    const { unsubscribe: unsubscribeUrl, preferences: preferencesUrl } = links.samples;
    return { ...data, unsubscribeUrl, preferencesUrl };
  }
  const message = messageOf(context);
  const [unsubscribeUrl, preferencesUrl] = await Promise.all([links.unsubscribe(message), links.preferences(message)]);
  return { ...data, unsubscribeUrl, preferencesUrl };
}

/**
 * The headers with which mail programs offer to unsubscribe with one click (RFC 2369, RFC 8058), for emails of subscriptions
 * (behaviour CS6). What the trigger says of them comes first.
 */
export async function unsubscribeHeaders(
  context: StepContext,
  { links }: Pick<StepServices, 'links'>,
  given: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const { workflow, hidesSecrets } = context.scope;
  const own = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  // Another address has its own way to be called; without one, the header alone would mean nothing.
  if (own.has('list-unsubscribe') || !isSubscription(workflow)) return {};
  const address = hidesSecrets ? links.samples.unsubscribe : await links.unsubscribe(messageOf(context));
  return {
    'List-Unsubscribe': `<${address}>`,
    ...(!own.has('list-unsubscribe-post') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

function messageOf({ run, step, scope }: StepContext): LinkedMessage {
  return {
    environmentId: run.environmentId,
    subscriberId: scope.subscriber._id,
    contextKeys: contextKeys(scope.event.context),
    workflow: scope.workflow,
    ...(isChannel(step.type) && { channel: step.type }),
  };
}
