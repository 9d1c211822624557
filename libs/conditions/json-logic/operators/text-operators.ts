import { toNumber } from '../../comparison.js';
import { RuleError } from '../rule-error.js';
import type { Operator, Operators } from './operator.js';

/** False unless both sides are texts, for the negative operators as well (X5). */
function onTexts(test: (text: string, part: string) => boolean): Operator {
  return ([text, part], _data, _above, evaluation) => {
    if (typeof text !== 'string' || typeof part !== 'string') return false;
    evaluation.spendOnSearch(text.length + part.length);
    return test(text, part);
  };
}

/** Tests whether a list or text contains an item; false for anything that cannot contain. */
function membership(expected: boolean): Operator {
  return ([item, container], _data, _above, evaluation) => {
    const searchable = Array.isArray(container) || (typeof container === 'string' && typeof item === 'string');
    if (!searchable) return false;
    evaluation.spendOnSearch(container.length);
    return includes(container, item) === expected;
  };
}

function includes(container: string | readonly unknown[], item: unknown): boolean {
  return typeof container === 'string' ? container.includes(String(item)) : container.includes(item);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new RuleError('cat and substr work on single values');
}

const cat: Operator = (args, _data, _above, evaluation) => {
  let text = '';
  for (const arg of args) {
    text += textOf(arg);
    evaluation.assertLength(text.length);
  }
  return text;
};

const substr: Operator = ([text, start, length]) => {
  const from = toNumber(start);
  if (from === undefined) throw new RuleError('substr needs a start');
  const rest = textOf(text).slice(from);
  // A negative length leaves that many characters out at the end, which is what slice does.
  return rest.slice(0, toNumber(length) ?? rest.length);
};

/** Operators on texts, and on lists where the container may be either. All are case-sensitive. */
export const textOperators: Operators = {
  startsWith: onTexts((text, part) => text.startsWith(part)),
  endsWith: onTexts((text, part) => text.endsWith(part)),
  contains: onTexts((text, part) => text.includes(part)),
  doesNotContain: onTexts((text, part) => !text.includes(part)),
  doesNotBeginWith: onTexts((text, part) => !text.startsWith(part)),
  doesNotEndWith: onTexts((text, part) => !text.endsWith(part)),
  in: membership(true),
  notIn: membership(false),
  cat,
  substr,
};
