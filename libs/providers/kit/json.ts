/** Whether a value is an object with members, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object of an answer; an empty one when it has none. */
export function readJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The JSON list of an answer; an empty one when it has none. */
export function readList(body: string): unknown[] {
  const { list } = readJson(`{"list":${body}}`);
  return Array.isArray(list) ? list : [];
}

/** What stands at a path of names and positions, such as `messages.0.id`; undefined when nothing does. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** An id at a path of a JSON answer, be it a text or a number; undefined when there is none. */
export function idAt(body: string, path: string): string | undefined {
  const id = at(readJson(body), path);
  return typeof id === 'string' && id !== '' ? id : typeof id === 'number' ? String(id) : undefined;
}
