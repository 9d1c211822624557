import type { Schemas } from '../../api/client';

/** A field of a workflow, layout or step that differs, as text. Undefined: it is not there. */
export interface FieldChange {
  /** Its path, such as `controlValues.subject`. */
  path: string;
  before?: string;
  after?: string;
}

/** The single fields behind a change, by path; what is equal inside of an object is left out. */
export function fieldChanges({ diffs }: Pick<Schemas['ChangeDto'], 'diffs'>): FieldChange[] {
  const [before, after] = [leavesOf(diffs?.previous ?? {}), leavesOf(diffs?.new ?? {})];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((change) => change.before !== change.after)
    .toSorted((one, other) => one.path.localeCompare(other.path));
}

function leavesOf(value: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([name, part]: [string, unknown]): [string, string][] => {
      const here = path === '' ? name : `${path}.${name}`;
      const isInner = typeof part === 'object' && part !== null && !Array.isArray(part);
      return isInner && Object.keys(part).length > 0 ? [...leavesOf(part, here)] : [[here, textOf(part)]];
    }),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
