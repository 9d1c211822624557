import { isContainer, readPath } from '#libs/schedule/data-path.js';

/** Maximum number of reported values; more would say little about a rule. */
const MAX_VALUES = 8;

/** Operators whose later arguments read the items of the first, not the data. */
const PER_ITEM: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'some', 'all', 'none']);

/**
 * Returns what an evaluated rule has read: values of the data by path, and rendered texts by template. At most the first
 * eight. Missing values are null.
 */
export function valuesRead(
  rule: unknown,
  data: unknown,
  render: (template: string) => string,
): { name: string; value: unknown }[] {
  const found = new Map<string, unknown>();

  function note(name: string, read: () => unknown): void {
    if (found.size < MAX_VALUES && !found.has(name)) found.set(name, read());
  }

  function visit(part: unknown): void {
    if (typeof part === 'string' && /\{\{|\{%/.test(part)) note(part, () => render(part));
    if (!isContainer(part)) return;
    if (Array.isArray(part)) part.forEach(visit);
    else for (const [operator, argument] of Object.entries(part)) visitOperation(operator, argument);
  }

  function visitOperation(operator: string, argument: unknown): void {
    const args: unknown[] = Array.isArray(argument) ? argument : [argument];
    if (operator === 'var' || operator === 'missing' || operator === 'missing_some') {
      const paths = operator === 'var' ? args.slice(0, 1) : args.flat();
      for (const path of paths) {
        if (typeof path === 'string' && path !== '') note(path, () => readPath(data, path) ?? null);
      }
    } else if (PER_ITEM.has(operator)) visit(args[0]);
    else args.forEach(visit);
  }

  visit(rule);
  return [...found].map(([name, value]) => ({ name, value }));
}
