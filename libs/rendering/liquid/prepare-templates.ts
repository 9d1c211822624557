import {
  type Context,
  type Emitter,
  Filter,
  type Liquid,
  Output,
  type Template,
  toValueSync,
  TypeGuards,
  Value,
} from 'liquidjs';
import { LimitError } from '../render-limits.js';
import { BoundedContext, workOf } from './bounded-rendering.js';

/**
 * Makes newly parsed templates safe to render: those with very many branches or values are charged for them.
 *
 * @throws LimitError if a filter has too many arguments.
 */
export function prepareTemplates(templates: readonly Template[]): void {
  for (const template of templates) {
    chargeOwnWork(template);
    if (template.children) prepareTemplates(toValueSync(template.children(false, true)));
  }
}

/** Maximum arguments of one filter. Very many would overflow the call stack. */
const MAX_ARGUMENTS = 100;
/** Characters of a tag that are traversed, per step. */
const CHARACTERS_PER_STEP = 32;
/** Steps that a part of a template may take in addition to those counted while it is rendered. */
const NEGLIGIBLE = 8;

function chargeOwnWork(template: Template): void {
  if (!template.arguments) return;
  const own = Array.from<unknown>(template.arguments());
  own.forEach(checkFilters);
  const { begin, end } = template.token;
  const steps = own.length + (end - begin) / CHARACTERS_PER_STEP;
  if (steps <= NEGLIGIBLE) return;
  const render = template.render.bind(template);
  template.render = (ctx: Context, emitter: Emitter): unknown => {
    workOf(ctx).budget.spend(steps);
    return render(ctx, emitter);
  };
}

function checkFilters(argument: unknown): void {
  if (!(argument instanceof Value)) return;
  const excessive = argument.filters.find(({ args }) => args.length > MAX_ARGUMENTS);
  if (excessive) throw new LimitError(`Filter '${excessive.name}' has more than ${MAX_ARGUMENTS} arguments`);
}

/**
 * Makes compiled templates report every variable they print that is missing from the data to their context. It does not
 * report a variable with a `default` filter, which its author expects to be missing, or one that is only tested or looped
 * over. A value that is present and null is not missing. This runs once per template and costs a rendering one comparison
 * per output.
 */
export function watchOutputs(templates: readonly Template[], liquid: Liquid): void {
  for (const template of templates) {
    const printed = printedValue(template);
    if (printed) watch(printed, liquid);
    if (template.children) watchOutputs(toValueSync(template.children(false, true)), liquid);
  }
}

/** Returns the value that `{{ }}` or `echo` prints. */
function printedValue(template: Template): Value | undefined {
  if (!(template instanceof Output) && Reflect.get(template, 'name') !== 'echo') return undefined;
  return [...(template.arguments?.() ?? [])].find((argument) => argument instanceof Value);
}

function watch({ initial, filters }: Value, liquid: Liquid): void {
  const [variable, ...operators] = initial.postfix;
  if (operators.length > 0 || !TypeGuards.isPropertyAccessToken(variable)) return;
  if (filters.some(({ name }) => name === 'default')) return;
  const name = variable.getText();
  const reportMissing = function (this: { context: unknown }, value: unknown): unknown {
    if (value === undefined && this.context instanceof BoundedContext) this.context.onMissing?.(name);
    return value;
  };
  // The library also escapes outputs by adding a filter.
  filters.unshift(
    new Filter({ name: '', args: [] } as unknown as ConstructorParameters<typeof Filter>[0], reportMissing, liquid),
  );
}
