/** What a number is, which decides how a change of it is called, and whether it is welcome. */
export type Measure = 'volume' | 'failures' | 'latency' | 'rate';

/** How a number differs from the time before. */
export interface Change {
  direction: 'up' | 'down' | 'none';
  word: string;
  /** Absent where neither is better. */
  isBetter?: boolean;
}

const WORDS: Readonly<Record<Measure, { up: string; down: string; better?: 'up' | 'down' }>> = {
  volume: { up: 'more', down: 'less' },
  failures: { up: 'more', down: 'fewer', better: 'down' },
  latency: { up: 'slower', down: 'faster', better: 'down' },
  rate: { up: 'higher', down: 'lower', better: 'up' },
};

/** Compares a number with the one of the time before: rates in points, others in percent. Undefined without one of them. */
export function changeOf(
  now: number | null | undefined,
  before: number | null | undefined,
  measure: Measure,
): Change | undefined {
  if (now === null || now === undefined || before === null || before === undefined) return undefined;
  const { up, down, better } = WORDS[measure];
  const by = measure === 'rate' ? points(now - before) : percent(now, before);
  if (by === 0) return { direction: 'none', word: 'no change' };
  const direction = now > before ? 'up' : 'down';
  const size = by === undefined ? '' : `${Math.abs(by).toLocaleString()}${measure === 'rate' ? ' points' : '%'} `;
  const word = by === undefined ? 'none before' : `${size}${direction === 'up' ? up : down}`;
  return { direction, word, ...(better && { isBetter: direction === better }) };
}

/** Of a rate from 0 to 1. */
function points(difference: number): number {
  return Math.round(difference * 1000) / 10;
}

/** Undefined where it would be infinite. */
function percent(now: number, before: number): number | undefined {
  if (before === 0) return now === 0 ? 0 : undefined;
  return Math.round(((now - before) / before) * 100);
}

/** The share of messages that were sent, of those that were sent or failed; null where there are none. */
export function successRate(sent = 0, failed = 0): number | null {
  return sent + failed === 0 ? null : sent / (sent + failed);
}

/** A rate as text: 100% only where nothing has failed. */
export function percentText(rate: number | null): string {
  if (rate === null) return '–';
  const shown = Math.floor(rate * 1000) / 10;
  return `${shown.toLocaleString()}%`;
}

const UNITS = {
  ten_minutes: { ms: 60_000, word: 'per minute', length: 600_000 },
  hour: { ms: 3_600_000, word: 'per hour', length: 3_600_000 },
  day: { ms: 86_400_000, word: 'per day', length: 86_400_000 },
} as const;

/** How many there are in a minute, an hour or a day of the time of a chart, as far as it has passed. */
export function throughput(
  total: number,
  { interval, times }: { interval: keyof typeof UNITS; times: readonly string[] },
  now: number,
): string {
  const { ms, word, length } = UNITS[interval];
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return '';
  const passed = Math.max(Math.min(now, Date.parse(last) + length) - Date.parse(first), 1);
  const count = (total * ms) / passed;
  return `${count.toLocaleString(undefined, { maximumFractionDigits: count < 10 ? 1 : 0 })} ${word}`;
}
