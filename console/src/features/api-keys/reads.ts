import type { Schemas } from '../../api/client';
import { read } from '../../api/read';

export type Key = Schemas['ApiKeySummaryDto'];

/** All keys of the environment: at most 50. */
export const keyList = read('/v1/api-keys', {});

/** What a key is called. */
export function nameOf({ name, id }: Pick<Key, 'name' | 'id'>): string {
  return name ?? `Unnamed ${id.slice(0, 8)}`;
}
