import type { Item, Note, Outcome, Tally } from './plan.js';

const SIGNS: Record<Item['action'], string> = { create: '+', change: '~', skip: '!', same: ' ' };

/** What is planned for one kind, as lines for the terminal; resources that are equal are only counted. */
export function describeKind({ kind, counts, shown }: Tally): string[] {
  const { create, change, same, skip } = counts;
  const rest = create + change + skip - shown.length;
  return [
    `  ${kind}: ${create} to create, ${change} to change, ${same} unchanged, ${skip} skipped`,
    ...shown.map(
      ({ type, id, action, why }) => `    ${SIGNS[action]} ${type} ${id}${why === undefined ? '' : `: ${why}`}`,
    ),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

export function describeTotals({ tallies }: Outcome): string[] {
  const sum = (action: Item['action']) => tallies.reduce((total, { counts }) => total + counts[action], 0);
  const changes = sum('create') + sum('change');
  return [
    changes === 0 ? 'Nothing is to be written' : `${changes} resources are to be written, ${sum('skip')} are skipped`,
  ];
}

const HEADINGS: Record<Note['kind'], string> = {
  enter: 'To be entered by a person',
  lost: 'Not carried over',
};

/** What a person must do, and what is lost, each with the resources that it concerns. */
export function describeNotes({ notes }: Outcome): string[] {
  return (['enter', 'lost'] as const).flatMap((kind) => {
    const found = [...notes.values()].filter(({ note }) => note.kind === kind);
    if (found.length === 0) return [];
    const lines = found.map(({ note, owners, count }) => {
      const more = count > owners.length ? ` and ${count - owners.length} more` : '';
      return `  ${owners.join(', ')}${more}: ${note.text}`;
    });
    return ['', HEADINGS[kind], ...lines];
  });
}

export function describeFailures({ failures }: Outcome): string[] {
  if (failures.length === 0) return [];
  return ['', 'Failed', ...failures.map(({ type, id, error }) => `  ${type} ${id}: ${error}`)];
}
