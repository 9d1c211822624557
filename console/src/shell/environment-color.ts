import type { Environment } from '../api/client';

/** Dark enough for white text on it. */
const PRODUCTION = '#a61b1b';
const OTHERS = '#0f766e';

/** The colour by which an environment is known at a glance; production is red, whatever was chosen for it. */
export function colorOf({ type, color }: Pick<Environment, 'type' | 'color'>): string {
  if (type === 'prod') return PRODUCTION;
  return color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color : OTHERS;
}
