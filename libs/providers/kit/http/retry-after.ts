/** Nobody is left alone for longer than a day. */
const LONGEST = 86_400_000;

/** The header `Retry-After`, seconds or a date, in milliseconds from now; undefined when it says nothing. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}
