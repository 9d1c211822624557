import type { Schemas } from '../api/client';

type Entry = Schemas['AuditEntryDto'];

const VERBS: Record<string, string> = { PUT: 'changed', PATCH: 'changed', DELETE: 'deleted' };

/** `Workflows_updateStep` as words: `Workflows: update step`. */
export function operationInWords(operation: string): string {
  const [resource = '', action = ''] = operation.split('_');
  const spaced = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const first = spaced(resource);
  const head = (first.charAt(0).toUpperCase() + first.slice(1)).replace(/^Api\b/, 'API');
  return action === '' ? head : `${head}: ${spaced(action)}`;
}

/** What was done to a field, in words. */
export function kindInWords({ kind, method }: Pick<Entry, 'kind' | 'method'>): string {
  if (kind === 'secret') return 'shown';
  if (kind === 'session') return 'session';
  return VERBS[method ?? ''] ?? 'done';
}

/** Who it was. */
export function actorInWords({ type, name, id }: Entry['actor']): string {
  // All of an id is in the entry itself; its beginning tells keys apart.
  const who = name ?? id?.slice(0, 8);
  switch (type) {
    case 'person':
      return who ?? 'a person';
    case 'key':
      return `key ${who ?? 'without a name'}`;
    case 'system':
      return who === undefined ? 'the system' : `the system: ${who}`;
    case 'anonymous':
      return who ?? 'someone unknown';
  }
}
