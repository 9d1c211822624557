import type { Content } from '#libs/providers/kit/content.js';
import { plainSms } from '#libs/providers/kit/gsm-text.js';
import { CHAT_ADAPTERS, fitted, PUSH_ADAPTERS, SMS_ADAPTERS } from '#libs/providers/providers.js';
import { isBlockBody } from '#libs/rendering/blocks/document.js';
import { isTemplate } from '#libs/rendering/liquid-engine.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { StepParts } from '../steps/step-variables.js';
import type { ControlIssue } from './issue.js';

type Values = Readonly<Record<string, unknown>>;

/** A text without variables; empty for any other value. */
function fixed(value: unknown): string {
  return typeof value === 'string' && !isTemplate(value) ? value : '';
}

/** The texts of a step that every recipient gets as they are, as a message. */
const MESSAGES: Partial<Record<StepParts['type'], (values: Values) => Content>> = {
  sms: ({ body, smartEncoding }) => ({
    channel: 'sms',
    to: '',
    body: smartEncoding === true ? plainSms(fixed(body)) : fixed(body),
  }),
  push: ({ subject, body }) => ({ channel: 'push', token: '', title: fixed(subject), body: fixed(body) }),
  chat: (values) => ({
    channel: 'chat',
    target: { kind: 'user', id: '' },
    body: isBlockBody(values) ? '' : fixed(values.body),
  }),
};

/** The providers of a channel that have limits. */
const LIMITED: Partial<Record<StepParts['type'], readonly string[]>> = Object.fromEntries(
  Object.entries({ sms: SMS_ADAPTERS, push: PUSH_ADAPTERS, chat: CHAT_ADAPTERS }).map(([type, adapters]) => [
    type,
    adapters.filter(({ limits }) => limits).map(({ id }) => id),
  ]),
);

/**
 * Texts without variables that are cut: by the provider of an integration of the environment or, where the channel has none,
 * by all providers with a limit (behaviour S12).
 */
export function limitIssues(
  { type, controlValues }: Pick<StepParts, 'type' | 'controlValues'>,
  integrations: readonly Pick<Integration, 'channel' | 'providerId'>[],
): ControlIssue[] {
  const content = MESSAGES[type]?.(controlValues);
  if (!content) return [];
  const own = new Set(integrations.filter(({ channel }) => channel === type).map(({ providerId }) => providerId));
  const cutting = [...(own.size > 0 ? own : (LIMITED[type] ?? []))].map((id) => ({
    id,
    cuts: fitted(id, content).cuts,
  }));
  return (['title', 'body'] as const).flatMap((part): ControlIssue[] => {
    const found = cutting.flatMap(({ id, cuts }) =>
      cuts.filter(({ field }) => field === part).map((cut) => ({ id, cut })),
    );
    const [first] = found;
    if (!first || (own.size === 0 && found.length < cutting.length)) return [];
    const field = part === 'title' ? 'subject' : 'body';
    const who = own.size > 0 ? first.id : `every ${type} provider`;
    const { length, max, unit } = first.cut;
    const limit = own.size > 0 ? `, to ${max} ${unit}` : '';
    return [
      { field, issueType: 'TIER_LIMIT_EXCEEDED', message: `${field} has ${length} ${unit}; ${who} cuts it${limit}` },
    ];
  });
}
