/** The first that a name contains counts: most browsers name the others, too. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Windows', 'Windows'],
  ['Linux', 'Linux'],
] as const;

/** A browser in short, from how it names itself: `Firefox on Linux`. */
export function browserOf(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown';
  const find = (names: readonly (readonly [string, string])[]) => names.find(([part]) => userAgent.includes(part))?.[1];
  const browser = find(BROWSERS);
  if (browser === undefined) return userAgent.slice(0, 60);
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
