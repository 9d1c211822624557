import { Filter, type Liquid, Output, type Template, toValueSync, TypeGuards, Value } from 'liquidjs';
import { BoundedContext } from './bounded-context.js';

/**
 * Makes compiled templates tell their context of every variable they print although the data have no such path. One with
 * a `default` filter is told of by nobody: its author has thought of that; nor is one that is only tested or looped over.
 * A value that is there and is null is not missing. It is done once for a template, and costs a rendering one comparison
 * for each output.
 */
export function watchOutputs(templates: readonly Template[], liquid: Liquid): void {
  for (const template of templates) {
    const printed = printedValue(template);
    if (printed) watch(printed, liquid);
    if (template.children) watchOutputs(toValueSync(template.children(false, true)), liquid);
  }
}

/** What `{{ }}` and `echo` print. */
function printedValue(template: Template): Value | undefined {
  if (!(template instanceof Output) && Reflect.get(template, 'name') !== 'echo') return undefined;
  return [...(template.arguments?.() ?? [])].find((argument) => argument instanceof Value);
}

function watch({ initial, filters }: Value, liquid: Liquid): void {
  const [variable, ...operators] = initial.postfix;
  if (operators.length > 0 || !TypeGuards.isPropertyAccessToken(variable)) return;
  if (filters.some(({ name }) => name === 'default')) return;
  const name = variable.getText();
  const told = function (this: { context: unknown }, value: unknown): unknown {
    if (value === undefined && this.context instanceof BoundedContext) this.context.onMissing?.(name);
    return value;
  };
  // The library itself escapes outputs by one more filter.
  filters.unshift(
    new Filter({ name: '', args: [] } as unknown as ConstructorParameters<typeof Filter>[0], told, liquid),
  );
}
