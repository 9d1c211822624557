import { type Template, toValueSync, TypeGuards, Value } from 'liquidjs';

/** An argument of a filter: its value where the template states one, or that it is only known while rendering. */
export type FilterArgument = { literal: unknown } | 'variable';

/** A filter in a template, with the arguments that have no name. */
export interface FilterUse {
  name: string;
  args: FilterArgument[];
}

/** The filters of templates and of all blocks inside them, in order. */
export function filterUses(templates: readonly Template[]): FilterUse[] {
  return templates.flatMap((template) => {
    const own = [...(template.arguments?.() ?? [])].flatMap((argument) =>
      argument instanceof Value
        ? argument.filters.map(({ name, args }) => ({ name, args: args.flatMap(readArg) }))
        : [],
    );
    const inner = template.children ? toValueSync(template.children(false, true)) : [];
    return [...own, ...filterUses(inner)];
  });
}

function readArg(argument: unknown): FilterArgument[] {
  // Named arguments come as pairs.
  if (Array.isArray(argument)) return [];
  if (TypeGuards.isQuotedToken(argument) || TypeGuards.isNumberToken(argument)) return [{ literal: argument.content }];
  if (TypeGuards.isLiteralToken(argument)) return [{ literal: argument.content }];
  return ['variable'];
}
