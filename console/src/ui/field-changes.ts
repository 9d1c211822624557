/** A field that differs, as text. Undefined: it is not there. */
export interface FieldChange {
  /** Its path, such as `controlValues.subject`. */
  path: string;
  before?: string;
  after?: string;
}

/** The single fields in which two objects differ, by path; what is equal inside of them is left out. */
export function fieldChanges(former: object, present: object): FieldChange[] {
  const [before, after] = [leavesOf(former), leavesOf(present)];
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
