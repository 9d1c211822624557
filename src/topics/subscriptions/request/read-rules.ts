import { conditionError } from '#libs/conditions/json-logic/evaluate-condition.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { freeFormProblem } from '../../../platform/validation/decorators.js';
import { isObject } from '../../../platform/values/is-object.js';
import type { SubscriptionRule } from '../topic-subscription.schema.js';
import { readList, readText } from './read-value.js';

/** Rules of one subscription. */
export const MAX_RULES = 100;
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 256;

/** A condition is evaluated once per subscription and trigger, and stored with each subscription. */
const MAX_CONDITION_BYTES = 16_384;

/**
 * Reads the `preferences` of a subscription (behaviour TS2): each is the id of a workflow, a rule for one workflow, or
 * a rule for the workflows a filter finds. Undefined when there are none in the request. Throws a 422 that names the
 * position of what is wrong, a condition that could never be evaluated included.
 */
export function readRules(preferences: unknown): SubscriptionRule[] | undefined {
  if (preferences === undefined) return undefined;
  return readList(preferences, 'preferences', MAX_RULES).map((entry, index) => readRule(entry, `preferences.${index}`));
}

function readRule(entry: unknown, field: string): SubscriptionRule {
  if (typeof entry === 'string') return { workflowIds: [readText(entry, field, MAX_NAME_LENGTH)], enabled: true };
  if (!isObject(entry)) {
    throw ValidationException.of(field, `${field} must be a workflow id, or an object with workflowId or filter`);
  }
  const { workflowId, filter, enabled = true, condition } = entry;
  if ((workflowId === undefined) === (filter === undefined)) {
    throw ValidationException.of(field, `${field} must have either workflowId or filter`);
  }
  if (typeof enabled !== 'boolean') {
    throw ValidationException.of(`${field}.enabled`, `${field}.enabled must be a boolean`);
  }
  return {
    ...(filter === undefined
      ? { workflowIds: [readText(workflowId, `${field}.workflowId`, MAX_NAME_LENGTH)] }
      : readFilter(filter, `${field}.filter`)),
    enabled,
    ...readCondition(condition, `${field}.condition`),
  };
}

function readFilter(filter: unknown, field: string): Pick<SubscriptionRule, 'workflowIds' | 'tags'> {
  if (!isObject(filter)) throw ValidationException.of(field, `${field} must be an object with workflowIds or tags`);
  const [workflowIds, tags] = [readNames(filter, 'workflowIds', field), readNames(filter, 'tags', field)];
  if (workflowIds.length + tags.length === 0) {
    throw ValidationException.of(field, `${field} must name at least one workflow or tag`);
  }
  return { ...(workflowIds.length > 0 && { workflowIds }), ...(tags.length > 0 && { tags }) };
}

function readNames(filter: Record<string, unknown>, member: 'workflowIds' | 'tags', field: string): string[] {
  const names = filter[member];
  if (names === undefined) return [];
  const path = `${field}.${member}`;
  return readList(names, path, MAX_NAMES).map((name, index) => readText(name, `${path}.${index}`, MAX_NAME_LENGTH));
}

/** The `condition` of a rule. An empty one is none: it would deliver whatever `enabled` says. */
export function readCondition(condition: unknown, field: string): Pick<SubscriptionRule, 'condition'> {
  if (condition === undefined) return {};
  if (!isObject(condition)) throw ValidationException.of(field, `${field} must be an object`);
  const problem = freeFormProblem(condition, { maxBytes: MAX_CONDITION_BYTES });
  if (problem !== undefined) throw ValidationException.of(field, `${field} ${problem}`);
  const error = conditionError(condition);
  if (error !== undefined) throw ValidationException.of(field, `${field} cannot be evaluated: ${error}`);
  return Object.keys(condition).length > 0 ? { condition } : {};
}
