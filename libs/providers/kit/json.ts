/** Whether a value is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a body; an empty object when it has none. */
export function readJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The JSON list in a body; an empty list when it has none. */
export function readList(body: string): unknown[] {
  const { list } = readJson(`{"list":${body}}`);
  return Array.isArray(list) ? list : [];
}

/** The value at a path of names and positions, such as `messages.0.id`; undefined when there is none. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** The id, a string or a number, at a path of a JSON body; undefined when there is none. */
export function idAt(body: string, path: string): string | undefined {
  const id = at(readJson(body), path);
  return typeof id === 'string' && id !== '' ? id : typeof id === 'number' ? String(id) : undefined;
}
