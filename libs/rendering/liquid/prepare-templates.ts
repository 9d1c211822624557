import { type Context, type Emitter, type Template, toValueSync, Value } from 'liquidjs';
import { workOf } from './bounded-context.js';
import { LimitError } from './limit-error.js';

/** Arguments of one filter. Very many fill the call stack. */
const mostArguments = 100;
/** Characters of a tag that are walked through in one step. */
const charactersPerStep = 32;
/** What a part of a template may take besides what is counted while it is rendered. */
const negligible = 8;

/**
 * Makes templates that were just read safe to render: those with very many branches or values are charged for them.
 *
 * @throws LimitError for filters with too many arguments.
 */
export function prepareTemplates(templates: readonly Template[]): void {
  for (const template of templates) {
    chargeOwnWork(template);
    if (template.children) prepareTemplates(toValueSync(template.children(false, true)));
  }
}

function chargeOwnWork(template: Template): void {
  if (!template.arguments) return;
  const own = Array.from<unknown>(template.arguments());
  own.forEach(checkFilters);
  const { begin, end } = template.token;
  const steps = own.length + (end - begin) / charactersPerStep;
  if (steps <= negligible) return;
  const render = template.render.bind(template);
  template.render = (ctx: Context, emitter: Emitter): unknown => {
    workOf(ctx).budget.spend(steps);
    return render(ctx, emitter);
  };
}

function checkFilters(argument: unknown): void {
  if (!(argument instanceof Value)) return;
  const excessive = argument.filters.find(({ args }) => args.length > mostArguments);
  if (excessive) throw new LimitError(`Filter '${excessive.name}' has more than ${mostArguments} arguments`);
}
