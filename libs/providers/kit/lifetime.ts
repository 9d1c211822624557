import type { Content } from './content.js';

/** What a service takes, in seconds. */
interface Range {
  min?: number;
  /** The longest; a message that is worth more than that needs no limit. */
  max?: number;
}

/**
 * The seconds for which a message is worth delivering, as services count them, or undefined without a limit. A service that
 * needs longer than is left gets its shortest.
 */
export function secondsLeft(
  { expiresAt }: Pick<Content, 'expiresAt'>,
  now: Date,
  { min = 1, max = Infinity }: Range = {},
): number | undefined {
  if (!expiresAt) return undefined;
  const seconds = Math.max(min, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return seconds >= max ? undefined : seconds;
}

/** The last second in which a message is worth delivering, counted from 1970. */
export function lastSecond({ expiresAt }: Pick<Content, 'expiresAt'>): number | undefined {
  return expiresAt && Math.floor(expiresAt.getTime() / 1000);
}
