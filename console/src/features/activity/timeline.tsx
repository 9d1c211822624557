import { Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { stepName } from '../../ui/step-name';
import { durationText } from './duration';
import type { RunEntry, StepEntry } from './reads';
import { StepSign } from './step-dots';
import { axisOf, placeOf, type Row, rowsOf, type Segment, type Stretch } from './stretches';
import classes from './timeline.module.css';
import { reasonName, statusWord } from './words';

interface TimelineProps {
  run: RunEntry;
  /** The step that is shown beside it. */
  chosen: StepEntry | undefined;
}

/** The time line of a run: a row for the queue and for each step, whose particulars a click shows. */
export function Timeline({ run, chosen }: TimelineProps) {
  const rows = rowsOf(run, Date.now());
  const axis = axisOf(rows);
  return (
    <Paper withBorder p="xs" component="section" aria-label="Timeline">
      <Title order={2} size="h6" px={10} py={4}>
        Timeline
      </Title>
      <ol className={classes.rows}>
        {rows.map((row) => (
          <li key={row.step?._id ?? 'queue'}>
            {row.step ? (
              <Link
                to="."
                search={(now) => ({ ...now, step: row.step!._id })}
                replace
                resetScroll={false}
                className={classes.row}
                aria-current={row.step._id === chosen?._id ? 'true' : undefined}
                style={{ textDecoration: 'none' }}
              >
                <StepRow step={row.step} row={row} axis={axis} />
              </Link>
            ) : (
              <div className={classes.row}>
                <Text size="sm" c="dimmed">
                  Queued
                </Text>
                <span className={classes.length}>{lengthOf(row)}</span>
                <Bars row={row} axis={axis} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <Legend rows={rows} axis={axis} />
    </Paper>
  );
}

function StepRow({ step, row, axis }: { step: StepEntry; row: Row; axis: Stretch[] }) {
  const about = step.reason ? reasonName(step.reason) : statusWord(step.status);
  return (
    <>
      <span className={classes.name}>
        <StepSign status={step.status} />
        <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {step.step.name || stepName(step.type)}
        </Text>
        <Text span size="xs" c="dimmed">
          {stepName(step.type)} · {about}
        </Text>
      </span>
      <span className={classes.length}>{lengthOf(row)}</span>
      {row.segments.length > 0 && <Bars row={row} axis={axis} />}
    </>
  );
}

function lengthOf({ step, segments }: Row): string {
  const own = segments.filter(({ kind }) => kind !== 'report');
  const [first] = own;
  const last = own.at(-1);
  if (!first || !last) return '';
  const isOpen = step !== undefined && step.endedAt === undefined;
  return `${isOpen && step.waitsUntil ? 'waits ' : ''}${durationText(last.end - first.start)}`;
}

function Bars({ row, axis }: { row: Row; axis: Stretch[] }) {
  return (
    <span className={classes.track} aria-hidden>
      <span className={classes.bars}>
        {row.segments.map((segment) => (
          <Bar key={`${segment.kind} ${segment.start} ${segment.label}`} segment={segment} axis={axis} />
        ))}
        {axis
          .filter(
            ({ isBroken, start, end }) => isBroken && row.segments.some((one) => one.start < end && one.end > start),
          )
          .map(({ from, to, start }) => (
            <span key={start} className={classes.break} style={{ left: `${(from + to) / 2}%` }} />
          ))}
      </span>
    </span>
  );
}

function Bar({ segment, axis }: { segment: Segment; axis: Stretch[] }) {
  const { kind, start, end, isFailed = false, label } = segment;
  const left = placeOf(axis, start);
  return (
    <span
      className={`${classes.bar} ${classes[kind]} ${isFailed ? classes.failed : ''}`}
      style={{ left: `${left}%`, width: `${placeOf(axis, end) - left}%` }}
      title={kind === 'report' ? label : `${label}: ${durationText(end - start)}`}
    />
  );
}

const KINDS = [
  ['queue', 'Queued'],
  ['work', 'Processing'],
  ['failed', 'Failed attempt'],
  ['wait', 'Waiting'],
  ['report', 'Provider report'],
] as const;

/** What the colours of these bars mean, and that the axis is cut. */
function Legend({ rows, axis }: { rows: Row[]; axis: Stretch[] }) {
  const segments = rows.flatMap((row) => row.segments);
  const has = {
    queue: segments.some(({ kind }) => kind === 'queue'),
    work: segments.some(({ kind }) => kind === 'work' || kind === 'attempt'),
    failed: segments.some(({ isFailed }) => isFailed),
    wait: segments.some(({ kind }) => kind === 'wait'),
    report: segments.some(({ kind }) => kind === 'report'),
  };
  return (
    <div className={classes.legend}>
      {KINDS.filter(([kind]) => has[kind]).map(([kind, word]) => (
        <span key={kind}>
          <i className={`${classes.swatch} ${classes[kind]}`} /> {word}
        </span>
      ))}
      {axis.some(({ isBroken }) => isBroken) && <span>Long waits are shortened.</span>}
    </div>
  );
}
