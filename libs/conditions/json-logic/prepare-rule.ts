import { isContainer } from '#libs/schedule/data-path.js';
import { shown } from '#libs/schedule/outcome.js';
import { DATE_OPERATORS, OPERATORS, PATH_OPERATORS, TEMPLATE_OPERATOR } from './condition-engine.js';
import { RuleError, type RuleLimits } from './rule-error.js';

/** Long texts count as several values. */
const CHARACTERS_PER_VALUE = 16;

/**
 * Returns a copy of a rule that is safe to run: only known operators, within the limits of depth and size. In the copy,
 * arguments are always an array, templates are marked, and `{amount, unit}` of date operators is two arguments.
 * @param templates whether texts with `{{` or `{%` are templates
 * @throws RuleError with the place in the rule
 */
export function prepareRule(rule: unknown, limits: Readonly<RuleLimits>, templates: boolean): unknown {
  let size = 0;

  function count(values: number): void {
    size += values;
    if (size > limits.maxSize) throw new RuleError(`the rule has more than ${limits.maxSize} values`);
  }

  function prepare(value: unknown, depth: number, path: string): unknown {
    count(1);
    if (depth > limits.maxDepth) throw new RuleError(`the rule is nested deeper than ${limits.maxDepth} levels`);
    if (typeof value === 'string') return prepareText(value);
    if (!isContainer(value)) return value;
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => prepare(item, depth + 1, joined(path, String(index))));
    }
    return prepareOperation(value, depth, path);
  }

  function prepareText(text: string): unknown {
    count(text.length / CHARACTERS_PER_VALUE);
    return templates && isTemplate(text) ? { [TEMPLATE_OPERATOR]: [text] } : text;
  }

  function prepareOperation(operation: Record<string, unknown>, depth: number, path: string): unknown {
    const [operator, ...others] = Object.keys(operation);
    if (operator === undefined) return {};
    if (others.length > 0) throw new RuleError(`more than one operator${at(path)}: ${shown([operator, ...others])}`);
    if (!OPERATORS.has(operator)) throw new RuleError(`unknown operator ${shown(operator)}${at(path)}`);
    const argument = operation[operator];
    const args: unknown[] = Array.isArray(argument) ? argument : [argument];
    const inner = joined(path, operator);
    if (DATE_OPERATORS.has(operator)) return { [operator]: prepareAgo(args, depth, inner) };
    return {
      [operator]: args.map((arg, index) =>
        // A path is never a template, so what a rule reads does not depend on the data.
        PATH_OPERATORS.has(operator) && typeof arg === 'string' && (index === 0 || operator === 'missing')
          ? arg
          : prepare(arg, depth + 2, joined(inner, String(index))),
      ),
    };
  }

  function prepareAgo([value, ago]: unknown[], depth: number, path: string): unknown[] {
    if (!isContainer(ago)) throw new RuleError(`expected {amount, unit}${at(path)}, got ${shown(ago)}`);
    return [value, ago['amount'], ago['unit']].map((part, index) =>
      prepare(part, depth + 2, joined(path, index === 0 ? '0' : '1')),
    );
  }

  return prepare(rule, 0, '');
}

function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function at(path: string): string {
  return path === '' ? '' : ` at ${path}`;
}
