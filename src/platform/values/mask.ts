/** Shown in place of a secret. */
export const MASK = '•'.repeat(8);
