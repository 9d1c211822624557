import type { EditorState } from '@tiptap/pm/state';
import type { VariableSchema } from '../../../ui/variable-options';
import { placesAt } from './commands';
import type { Members } from './members';

/** A variable that may be printed. */
export interface VariableChoice {
  path: string;
  /** Its type, for those who choose. */
  detail: string;
}

/** How deep suggestions go; what is deeper is typed. */
const MAX_LEVELS = 5;

/** The lists that are repeated around the selection, outermost first. */
export function loopsAt(state: Pick<EditorState, 'selection'>): string[] {
  return placesAt(state).flatMap(({ node: { type, attrs } }) => {
    const each = (attrs['own'] as Members | null)?.['each'];
    return ['repeat', 'for'].includes(type.name) && typeof each === 'string' && each !== '' ? [each] : [];
  });
}

/** Variables by path, those of the entry of a repeated list first. */
export function variableChoices(schema: VariableSchema | undefined, loops: readonly string[] = []): VariableChoice[] {
  let entry: VariableSchema | undefined;
  for (const each of loops)
    entry = at(each.startsWith('current') ? { properties: { current: entry ?? {} } } : schema, each)?.items;
  return [...(loops.length > 0 ? below('current', entry ?? {}, 1) : []), ...members('', schema, 1)];
}

function at(schema: VariableSchema | undefined, path: string): VariableSchema | undefined {
  return path.split('.').reduce((place, name) => place?.properties?.[name], schema);
}

function members(path: string, schema: VariableSchema | undefined, level: number): VariableChoice[] {
  if (level > MAX_LEVELS) return [];
  return Object.entries(schema?.properties ?? {}).flatMap(([name, member]) =>
    below(path === '' ? name : `${path}.${name}`, member, level),
  );
}

/** A variable, or the members that it has. */
function below(path: string, schema: VariableSchema, level: number): VariableChoice[] {
  const inner = members(path, schema, level + 1);
  return inner.length > 0 ? inner : [{ path, detail: [schema.type ?? ''].flat().join(' or ') }];
}

/** Those that a text finds: by their beginning first. */
export function findVariables(choices: readonly VariableChoice[], query: string): VariableChoice[] {
  const asked = query.trim().toLowerCase();
  const begins = choices.filter(({ path }) => path.toLowerCase().startsWith(asked));
  const others = choices.filter((one) => one.path.toLowerCase().includes(asked) && !begins.includes(one));
  return [...begins, ...others];
}

/** What is typed that asks for a list of suggestions. */
export interface Trigger {
  kind: 'block' | 'variable';
  from: number;
  to: number;
  query: string;
}

const BLOCK = /(?:^|\s)(\/([\w ]{0,20}))$/;
const VARIABLE = /(\{\{\s*([^{}|]{0,80}))$/;

/** The trigger at the cursor. */
export function triggerAt({ selection }: Pick<EditorState, 'selection'>): Trigger | undefined {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock) return undefined;
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const found = VARIABLE.exec(text) ?? ($from.parent.type.spec.code ? null : BLOCK.exec(text));
  if (!found) return undefined;
  const [, typed = '', query = ''] = found;
  return { kind: typed.startsWith('/') ? 'block' : 'variable', from: $from.pos - typed.length, to: $from.pos, query };
}

/** The path in a text that is nothing but one output: `payload.url` for `{{ payload.url }}`. */
export function pathOf(text: string): string | undefined {
  return /^\s*\{\{\s*([^{}]+?)\s*\}\}\s*$/.exec(text)?.[1];
}

/** The value of a path in sample data, as a text. */
export function sampleOf(samples: unknown, path: string): string | undefined {
  const value = path
    .split('|')[0]!
    .trim()
    .split('.')
    .reduce<unknown>(
      (place, name) => (typeof place === 'object' && place !== null ? (place as Members)[name] : undefined),
      samples,
    );
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
