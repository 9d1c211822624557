import type { FilterArgument, FilterUse } from './liquid/filter-calls.js';

type Kind = 'text' | 'number' | 'switch';

/** The arguments of our own filters (L3), and how many of them are needed. */
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

/** What is wrong with the arguments of a filter of ours, as a sentence; what is only known while rendering is not judged. */
export function filterProblem({ name, args }: FilterUse): string | undefined {
  const rule = filterArguments.get(name);
  if (!rule) return undefined;
  const { kinds, needed } = rule;
  if (args.length < needed) return `Filter '${name}' needs ${needed === 1 ? 'an argument' : `${needed} arguments`}`;
  if (args.length > kinds.length) return `Filter '${name}' has at most ${kinds.length} arguments`;
  const index = kinds.findIndex((kind, position) => !fits(args[position], kind));
  return index === -1 ? undefined : `Argument ${index + 1} of filter '${name}' must be ${names[kinds[index]!]}`;
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
