const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A length of time in the two largest units: `80 ms`, `1.4 s`, `2 min 5 s`, `3 d 4 h`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`;
  // Rounded first, so that no unit is full: not `1 min 60 s`.
  const whole = Math.round(ms / 1000) * 1000;
  const first = UNITS.findIndex(([, length]) => whole >= length);
  const [unit, length] = UNITS[first]!;
  const next = UNITS[first + 1];
  const rest = next ? Math.floor((whole % length) / next[1]) : 0;
  return `${Math.floor(whole / length)} ${unit}${next && rest > 0 ? ` ${rest} ${next[0]}` : ''}`;
}
