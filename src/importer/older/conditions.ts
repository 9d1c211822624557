import { isObject } from '../../platform/values/is-object.js';
import type { Fields } from '../api.js';
import { optionalText } from '../lists.js';

/** A condition for running a step, and the parts of the older filters that it does not have. */
export interface ConvertedFilters {
  /** JSON logic; absent when the step always runs. */
  skip?: Fields;
  losses: string[];
}

const COMPARISONS: Readonly<Record<string, string>> = {
  EQUAL: '==',
  NOT_EQUAL: '!=',
  LARGER: '>',
  SMALLER: '<',
  LARGER_EQUAL: '>=',
  SMALLER_EQUAL: '<=',
  LIKE: 'contains',
  NOT_LIKE: 'doesNotContain',
};

/** Fields of a message by what a filter says about an earlier step. */
const STATES: Readonly<Record<string, [field: string, value: boolean]>> = {
  read: ['read', true],
  unread: ['read', false],
  seen: ['seen', true],
  unseen: ['seen', false],
};

/**
 * Turns the filters of a step into its condition: it runs when one of the groups passes. `stepIds`: of earlier steps, by
 * the identifiers that filters name them by.
 */
export function convertFilters(filters: unknown, stepIds: ReadonlyMap<string, string>): ConvertedFilters {
  const losses: string[] = [];
  const all = Array.isArray(filters) ? filters.filter(isObject) : [];
  // A group without members passes, unless it is negated.
  const isEmpty = (group: Fields) => childrenOf(group).length === 0;
  if (all.some((group) => isEmpty(group) && group['isNegated'] !== true)) return { losses };
  const groups = all.flatMap((group) => {
    const children = childrenOf(group);
    const rules = children.flatMap((child) => {
      const rule = childRule(child, stepIds);
      if (rule === undefined) losses.push(`the condition on ${describeChild(child)}`);
      return rule === undefined ? [] : [rule];
    });
    if (rules.length === 0) return [];
    const rule = rules.length === 1 ? rules[0]! : { [group['value'] === 'OR' ? 'or' : 'and']: rules };
    return [group['isNegated'] === true ? { '!': [rule] } : rule];
  });
  if (groups.length === 0) return { losses };
  return { skip: groups.length === 1 ? groups[0]! : { or: groups }, losses };
}

function childrenOf({ children }: Fields): Fields[] {
  return Array.isArray(children) ? children.filter(isObject) : [];
}

function childRule(child: Fields, stepIds: ReadonlyMap<string, string>): Fields | undefined {
  const { on, field, operator, value } = child;
  if (on === 'previousStep') {
    const stepId = stepIds.get(String(child['step']));
    const state = STATES[String(child['stepType'])];
    if (stepId === undefined || !state) return undefined;
    const actual = { var: `steps.${stepId}.${state[0]}` };
    // A step without a message passes.
    return { or: [{ null: [actual] }, { '==': [actual, state[1]] }] };
  }
  if ((on !== 'payload' && on !== 'subscriber' && on !== 'tenant') || typeof field !== 'string') return undefined;
  const actual = { var: `${on}.${field}` };
  const list = optionalText(value)
    .split(',')
    .map((one) => one.trim());
  const isOneOf = (one: Fields) => ({ or: list.map((item) => ({ '==': [one, item] })) });
  switch (operator) {
    case 'IN':
      return isOneOf(actual);
    case 'NOT_IN':
      return { '!': [isOneOf(actual)] };
    case 'ANY_IN':
      return { some: [actual, isOneOf({ var: '' })] };
    case 'ALL_IN':
      return { all: [actual, isOneOf({ var: '' })] };
    case 'BETWEEN':
      if (list.length !== 2) return undefined;
      return { and: [{ '>=': [actual, list[0]] }, { '<=': [actual, list[1]] }] };
    case 'NOT_BETWEEN':
      if (list.length !== 2) return undefined;
      return { or: [{ '<': [actual, list[0]] }, { '>': [actual, list[1]] }] };
    case 'IS_DEFINED':
      return { notNull: [actual] };
    default: {
      const comparison = COMPARISONS[String(operator)];
      return comparison === undefined ? undefined : { [comparison]: [actual, value] };
    }
  }
}

function describeChild({ on, field, operator, webhookUrl }: Fields): string {
  if (on === 'webhook') return `the response of ${String(webhookUrl)}`;
  return [on, field, operator].filter((one) => typeof one === 'string').join(' ');
}
