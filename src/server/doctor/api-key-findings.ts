import { keyIdOf } from '../../auth/api-key.js';
import { advice, type Finding } from './finding.js';
import type { KeyHolder } from './read-store.js';

/** Keys that are named; the list of keys has the others. */
const MAX_NAMED = 5;

/** API keys of earlier releases, which reach the organization: some of them need not. */
export function apiKeyFindings(environments: readonly KeyHolder[]): Finding[] {
  return environments.flatMap(({ name, apiKeys = [] }) => {
    const old = apiKeys.filter(({ reach }) => reach === undefined).map(keyIdOf);
    if (old.length === 0) return [];
    const named = old.slice(0, MAX_NAMED).join(', ') + (old.length > MAX_NAMED ? ', …' : '');
    const keys = old.length === 1 ? '1 key' : `${old.length} keys`;
    return advice(
      'API keys',
      `${name} has ${keys} of an earlier release, which reach all environments that are not protected: ${named}`,
      'Where a key needs its own environment alone: PATCH /v1/api-keys/{id} with {"reach": "own"}, or a new key with that reach, then `carillon keys revoke ID`',
    );
  });
}
