import { ALL_CHANNELS } from '#libs/preferences/channels.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { isObject } from '../../../platform/values/is-object.js';
import { toLayer } from '../../../preferences/preference-requests.dto.js';
import type { WorkflowChoice } from '../../../preferences/choices-by-workflow.js';
import { readCondition } from '../../../topics/subscriptions/request/read-rules.js';
import { readList, readText } from '../../../topics/subscriptions/request/read-value.js';

const MAX_ITEMS = 100;
const MAX_NAME_LENGTH = 512;

/** What is to be set in a topic subscription of the session's subscriber. */
export interface SubscriptionChoice {
  /** Identifier or internal id. */
  subscription: string;
  /** Identifier, internal id or slug. */
  workflowId: string;
  enabled?: boolean;
  condition?: Record<string, unknown>;
}

/** Changes in bulk: of preferences for workflows, or of what topic subscriptions say about them. */
export type BulkChoices = { workflows: WorkflowChoice[] } | { subscriptions: SubscriptionChoice[] };

/** Reads the `preferences` of a bulk request. Throws a 422 that names the position of what is wrong. */
export function readBulk(preferences: unknown): BulkChoices {
  const items = readList(preferences, 'preferences', MAX_ITEMS).map((item, index) => {
    const field = `preferences.${index}`;
    if (!isObject(item)) throw ValidationException.of(field, `${field} must be an object`);
    return { item, field };
  });
  const ofSubscriptions = items.filter(({ item }) => item['subscriptionIdentifier'] !== undefined);
  if (ofSubscriptions.length === 0) return { workflows: items.map(({ item, field }) => readChoice(item, field)) };
  if (ofSubscriptions.length < items.length) {
    throw ValidationException.of(
      'preferences',
      'preferences must have a subscriptionIdentifier in all items or in none',
    );
  }
  return { subscriptions: items.map(({ item, field }) => readSubscriptionChoice(item, field)) };
}

/** Reads what is set for one workflow in a subscription; a value for single channels has no effect there. */
export function readRuleValues(
  { enabled, condition }: { enabled?: unknown; condition?: unknown },
  field = '',
): Pick<SubscriptionChoice, 'enabled' | 'condition'> {
  const at = (name: string): string => (field === '' ? name : `${field}.${name}`);
  if (enabled === undefined && condition === undefined) {
    throw ValidationException.of(at('enabled'), `${at('enabled')} or condition must be there`);
  }
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    throw ValidationException.of(at('enabled'), `${at('enabled')} must be a boolean value`);
  }
  return { ...(enabled !== undefined && { enabled }), ...readCondition(condition, at('condition')) };
}

function readChoice(item: Record<string, unknown>, field: string): WorkflowChoice {
  return { workflowId: readWorkflow(item, field), layer: toLayer(readChannels(item, field)) };
}

function readSubscriptionChoice(item: Record<string, unknown>, field: string): SubscriptionChoice {
  readChannels(item, field);
  return {
    subscription: readText(item['subscriptionIdentifier'], `${field}.subscriptionIdentifier`, MAX_NAME_LENGTH),
    workflowId: readWorkflow(item, field),
    ...readRuleValues(item, field),
  };
}

function readWorkflow(item: Record<string, unknown>, field: string): string {
  return readText(item['workflowId'], `${field}.workflowId`, MAX_NAME_LENGTH);
}

function readChannels(item: Record<string, unknown>, field: string): Record<string, boolean> {
  const stated = ALL_CHANNELS.map((channel) => [channel, item[channel]] as const).filter(
    (entry): entry is readonly [(typeof ALL_CHANNELS)[number], boolean] => {
      const [channel, value] = entry;
      if (value !== undefined && typeof value !== 'boolean') {
        throw ValidationException.of(`${field}.${channel}`, `${field}.${channel} must be a boolean value`);
      }
      return value !== undefined;
    },
  );
  return Object.fromEntries(stated);
}
