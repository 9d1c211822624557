import type { RunEntry, StepEntry } from './reads';

/** A part of a row: time in the queue, work, one attempt to send, a wait, or a report of the provider. */
export interface Segment {
  kind: 'queue' | 'work' | 'attempt' | 'wait' | 'report';
  start: number;
  end: number;
  /** An attempt that failed. */
  isFailed?: boolean;
  label: string;
}

/** A row of the time line. */
export interface Row {
  /** Undefined: the queue before the first step. */
  step?: StepEntry;
  segments: Segment[];
}

/** A stretch of the axis. Long waits, in which nothing was done, are cut short. */
export interface Stretch {
  start: number;
  end: number;
  /** Place on the axis in percent. */
  from: number;
  to: number;
  isBroken: boolean;
}

const WAITING_TYPES: readonly string[] = ['delay', 'wait_until', 'digest'];

/** The rows of a run: its time in the queue, then each step that has begun. `now` ends what has not ended. */
export function rowsOf(run: Pick<RunEntry, 'acceptedAt' | 'startedAt' | 'jobs'>, now: number): Row[] {
  const { acceptedAt, startedAt, jobs } = run;
  const queue: Row[] =
    acceptedAt === undefined
      ? []
      : [{ segments: [{ kind: 'queue', start: ms(acceptedAt), end: ms(startedAt), label: 'Queued' }] }];
  return [...queue, ...jobs.map((step) => ({ step, segments: [...segmentsOf(step, now), ...reportsOf(step)] }))];
}

function segmentsOf(step: StepEntry, now: number): Segment[] {
  if (step.startedAt === undefined) return [];
  const start = ms(step.startedAt);
  const waitsUntil = step.waitsUntil === undefined ? undefined : ms(step.waitsUntil);
  const end = step.endedAt === undefined ? Math.max(start, waitsUntil ?? now) : ms(step.endedAt);
  if (WAITING_TYPES.includes(step.type)) return [{ kind: 'wait', start, end, label: 'Wait' }];
  const segments: Segment[] = [];
  let reached = start;
  for (const [index, attempt] of (step.attempts ?? []).entries()) {
    const begun = Math.max(ms(attempt.at), reached);
    // Between attempts, but not before the first: preparing the message is work.
    if (begun > reached)
      segments.push({
        kind: index === 0 ? 'work' : 'wait',
        start: reached,
        end: begun,
        label: index === 0 ? 'Processing' : 'Wait before retry',
      });
    reached = begun + (attempt.durationMs ?? 0);
    const isFailed = attempt.error !== undefined;
    segments.push({ kind: 'attempt', start: begun, end: reached, isFailed, label: `Attempt ${index + 1}` });
  }
  if (end > reached || segments.length === 0) {
    const isWait = waitsUntil !== undefined;
    segments.push({
      kind: isWait ? 'wait' : 'work',
      start: reached,
      end: Math.max(end, reached),
      label: isWait ? 'Wait' : 'Processing',
    });
  }
  return segments;
}

/** What the provider has reported later, such as that an email was opened. */
function reportsOf({ executionDetails }: StepEntry): Segment[] {
  return executionDetails
    .filter(({ source }) => source === 'Webhook')
    .map(({ createdAt, detail }) => ({ kind: 'report', start: ms(createdAt), end: ms(createdAt), label: detail }));
}

/** Part of the axis that each wait has which is cut short, in percent. */
const BROKEN_WIDTH = 14;
/** A wait is cut short when it is longer than all work together by this factor. */
const BROKEN_FROM = 2;

/** The axis below the rows, from 0 to 100 percent. */
export function axisOf(rows: readonly Row[]): Stretch[] {
  const segments = rows.flatMap((row) => row.segments);
  const marks = [...new Set(segments.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b);
  const isBusy = (from: number, to: number) =>
    segments.some(({ kind, start, end }) => kind !== 'wait' && start < to && end > from);
  const parts = marks.slice(1).map((end, index) => ({ start: marks[index]!, end, isBusy: isBusy(marks[index]!, end) }));
  const work = parts.reduce((sum, part) => sum + (part.isBusy ? part.end - part.start : 0), 0);
  const stretches = parts.map(({ start, end, isBusy }) => ({
    start,
    end,
    isBroken: !isBusy && end - start > BROKEN_FROM * Math.max(work, 1),
  }));
  const broken = stretches.filter(({ isBroken }) => isBroken).length;
  const free = 100 - Math.min(60, broken * BROKEN_WIDTH);
  const rest = stretches.reduce((sum, { start, end, isBroken }) => sum + (isBroken ? 0 : end - start), 0);
  let from = 0;
  return stretches.map((stretch) => {
    const share = rest === 0 ? 0 : (free * (stretch.end - stretch.start)) / rest;
    const width = stretch.isBroken ? (rest === 0 ? 100 : 100 - free) / broken : share;
    const to = from + width;
    const placed = { ...stretch, from, to };
    from = to;
    return placed;
  });
}

/** The place of a moment on the axis, in percent. */
export function placeOf(axis: readonly Stretch[], at: number): number {
  const stretch = axis.find(({ start, end }) => at >= start && at <= end);
  if (!stretch) return at < (axis[0]?.start ?? at) ? 0 : (axis.at(-1)?.to ?? 0);
  const { start, end, from, to } = stretch;
  return from + ((to - from) * (at - start)) / (end - start);
}

function ms(at: string): number {
  return Date.parse(at);
}
