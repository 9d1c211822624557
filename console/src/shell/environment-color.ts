import type { Environment } from '../api/client';

/** Dark enough for white text on it. */
const PROTECTED = '#a61b1b';
const OTHERS = '#0f766e';

/** The colour by which an environment is known at a glance; a protected one is red, whatever was chosen for it. */
export function colorOf(environment: Partial<Pick<Environment, 'color' | 'protected'>>): string {
  const { color } = environment;
  if (environment.protected) return PROTECTED;
  return color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color : OTHERS;
}
