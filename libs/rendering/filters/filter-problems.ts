import { isZoneName } from '#libs/schedule/zones/time-zone.js';
import { type Template, toValueSync, TypeGuards, Value } from 'liquidjs';

/** An argument of a filter: a literal value, or a variable that is only known while rendering. */
export type FilterArgument = { literal: unknown } | 'variable';

/** A filter in a template, with its unnamed arguments, and the names of the others. */
export interface FilterUse {
  name: string;
  args: FilterArgument[];
  named: string[];
}

/** Returns the filters of templates and of all blocks inside them, in order. */
export function filterUses(templates: readonly Template[]): FilterUse[] {
  return templates.flatMap((template) => {
    const own = [...(template.arguments?.() ?? [])].flatMap((argument) =>
      argument instanceof Value
        ? argument.filters.map(({ name, args }) => ({ name, args: args.flatMap(readArg), named: args.flatMap(nameOf) }))
        : [],
    );
    const inner = template.children ? toValueSync(template.children(false, true)) : [];
    return [...own, ...filterUses(inner)];
  });
}

function readArg(argument: unknown): FilterArgument[] {
  // Named arguments are pairs.
  if (Array.isArray(argument)) return [];
  if (TypeGuards.isQuotedToken(argument) || TypeGuards.isNumberToken(argument)) return [{ literal: argument.content }];
  if (TypeGuards.isLiteralToken(argument)) return [{ literal: argument.content }];
  return ['variable'];
}

function nameOf(argument: unknown): string[] {
  return Array.isArray(argument) ? [String(argument[0])] : [];
}

type Kind = 'text' | 'number' | 'switch';

/** The arguments of our own filters (L3), and how many of them are required. */
const filterArguments = new Map<string, { kinds: readonly Kind[]; needed: number }>([
  ['pluralize', { kinds: ['text', 'text', 'switch'], needed: 1 }],
  ['toSentence', { kinds: ['text', 'number', 'text', 'text', 'text', 'text'], needed: 0 }],
  ['digest', { kinds: ['number', 'text', 'text'], needed: 0 }],
]);

const names: Record<Kind, string> = {
  text: 'a text in quotes',
  number: 'a whole number of 0 or more',
  switch: 'true or false',
};

/**
 * Returns what is wrong with the arguments of one of our own filters, as a sentence; arguments only known while
 * rendering are not checked.
 */
export function filterProblem({ name, args, named }: FilterUse): string | undefined {
  if (name === 'date') return zoneProblem(args[1]);
  const rule = filterArguments.get(name);
  if (!rule) return undefined;
  if (name === 'pluralize' && named.length > 0) return formsProblem(args, named);
  const { kinds, needed } = rule;
  if (args.length < needed) return `Filter '${name}' needs ${needed === 1 ? 'an argument' : `${needed} arguments`}`;
  if (args.length > kinds.length) return `Filter '${name}' has at most ${kinds.length} arguments`;
  const index = kinds.findIndex((kind, position) => !fits(args[position], kind));
  return index === -1 ? undefined : `Argument ${index + 1} of filter '${name}' must be ${names[kinds[index]!]}`;
}

/** A zone of a person that is none counts as UTC; one that the author writes is a mistake. */
function zoneProblem(zone: FilterArgument | undefined): string | undefined {
  if (zone === undefined || zone === 'variable' || typeof zone.literal !== 'string') return undefined;
  const name = zone.literal;
  const isOffset = /^[+-]\d{2}:\d{2}$/.test(name) || (name.trim() !== '' && !Number.isNaN(Number(name)));
  return isOffset || isZoneName(name) ? undefined : `Argument 2 of filter 'date' must be a time zone, not '${name}'`;
}

/** The forms of a word (L3): those of CLDR, and `show`. */
const FORMS: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other', 'show'];

function formsProblem(args: readonly FilterArgument[], named: readonly string[]): string | undefined {
  const unknown = named.find((form) => !FORMS.includes(form));
  if (unknown !== undefined) return `Filter 'pluralize' knows no form '${unknown}'; its forms are ${FORMS.join(', ')}`;
  if (args.length > 0) return "Filter 'pluralize' has either forms with names or without";
  return named.includes('other') ? undefined : "Filter 'pluralize' needs the form 'other'";
}

function fits(argument: FilterArgument | undefined, kind: Kind): boolean {
  if (argument === undefined || argument === 'variable') return true;
  const { literal } = argument;
  switch (kind) {
    case 'text':
      return typeof literal === 'string';
    case 'number':
      return literal !== '' && Number.isInteger(Number(literal)) && Number(literal) >= 0;
    case 'switch':
      return literal === true || literal === false || literal === 'true' || literal === 'false';
  }
}
