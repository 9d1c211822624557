import { isDuplicateKey } from './store-errors.js';

/**
 * How often a write is tried that loses against another one with the same key. The second attempt finds what the other
 * has written; a third is needed only when that is deleted in between.
 */
const MAX_ATTEMPTS = 5;

/** Repeats a write that a unique index refuses, as an upsert may be refused whose document somebody else inserts. */
export async function untilNotDuplicate<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
