import type { Types } from 'mongoose';
import type { Replay } from '../messages/sending-progress.js';
import type { DigestMembership, Run, RunCounting, RunWait } from './run.schema.js';
import type { ClosedStatus } from './statuses.js';

/** What a run does, waits for, or how it has ended: fields of the stored run, which `stateOf` reads and `enter` writes. */
export type RunState = Running | Waiting | Closed;

/** Only one worker executes the run until then. */
export interface Lease {
  claim: string;
  until: Date;
}

interface Open {
  /** The messages that are sent again, step by step, starting with the first; other steps stay unchanged. */
  replays?: Replay[];
}

export interface Running extends Open {
  kind: 'running';
  /** Absent while the run is in the memory of its worker alone. */
  lease?: Lease;
  /** The wait of the current step, which is over; the step is executed again. */
  wait?: RunWait;
  /** The digest window that it waited for. */
  digest?: DigestMembership;
}

export type Waiting = Open & { kind: 'waiting'; until: Date } & (
    | { for: 'time' | 'hours' | 'retry' | 'turn'; wait: RunWait }
    /** `until` is its timeout: a status of a message or an event may come before. */
    | { for: 'signal'; wait: RunWait }
    /** `reopened`: it was merged into another run, and counted as merged, before it takes that run's place. */
    | { for: 'digest'; wait: RunWait; digest: DigestMembership; reopened?: true }
    /** The application that has the workflow is asked then: for the first time, or once more. */
    | { for: 'application'; wait?: RunWait }
    /** It had ended, and was counted as `from`; messages that were given up are sent again. */
    | { for: 'replay'; replays: Replay[]; from: ClosedStatus }
  );

export type Closed = {
  /** Kept where an application may be asked again for a message that failed. */
  results?: Run['results'];
  /** It ended after a wait, and is added to the counters of its event with this mark. */
  counting?: RunCounting;
} & (
  | { kind: 'ended'; status: Exclude<ClosedStatus, 'merged'> }
  /** It is part of the digest of another run; absent when that run is unknown. */
  | { kind: 'merged'; digest?: DigestMembership; into?: Types.ObjectId }
);

export function stateOf(run: Pick<Run, 'status' | 'updatedAt'> & Partial<Run>): RunState {
  const { status, wakeAt: until, claim, wait, replays } = run;
  // A merged run whose earlier messages are sent again waits for no window.
  const digest = run.mergedInto ? undefined : run.digest;
  switch (status) {
    case 'running': {
      const lease = claim !== undefined && until && { claim, until };
      const waited = { ...(wait && { wait }), ...(digest && { digest }), ...(replays && { replays }) };
      return { kind: 'running', ...(lease && { lease }), ...waited };
    }
    case 'waiting':
      return waitOf(run, until ?? run.updatedAt, digest);
    default:
      return closedAs(status, run);
  }
}

/** The state of a run whose step waits. `digest`: the window that it waits for. */
export function waitingFor(wait: RunWait, { replays }: Open, digest?: DigestMembership): Waiting {
  return waitOf({ wait, replays }, wait.until, digest);
}

function waitOf(
  { wait, reopened, replays, replayedFrom: from = 'failed' }: Partial<Run>,
  until: Date,
  digest: DigestMembership | undefined,
): Waiting {
  const open = { kind: 'waiting', until, ...(replays && { replays }) } as const;
  if (!wait) return replays ? { ...open, for: 'replay', replays, from } : { ...open, for: 'application' };
  const sending = Object.values(wait.sending ?? {}).filter((one) => one.until);
  if (sending.length > 0) {
    const isHeld = sending.every(({ waitsFor }) => waitsFor !== undefined);
    return { ...open, for: isHeld ? 'turn' : 'retry', wait };
  }
  if (wait.quietHours) return { ...open, for: 'hours', wait };
  if (wait.bridge && !wait.bridge.response) return { ...open, for: 'application', wait };
  if (wait.awaits) return { ...open, for: 'signal', wait };
  if (!digest) return { ...open, for: 'time', wait };
  return { ...open, for: 'digest', wait, digest, ...(reopened && { reopened: true }) };
}

/** The state of a run that has ended with a status. */
export function closedAs(
  status: ClosedStatus,
  { digest, mergedInto: into, results, counting }: Pick<Run, 'digest' | 'mergedInto' | 'results' | 'counting'> = {},
): Closed {
  const kept = { ...(results && { results }), ...(counting && { counting }) };
  return status === 'merged'
    ? { kind: 'merged', ...(digest && { digest }), ...(into && { into }), ...kept }
    : { kind: 'ended', status, ...kept };
}

/** Puts a run into a state: writes its fields, and removes those of other states. */
export function enter(run: Run, state: RunState): void {
  for (const [field, value] of Object.entries(fieldsOf(state, run))) {
    if (value === undefined) delete run[field as keyof Run];
    else Reflect.set(run, field, value);
  }
}

/** The update that puts stored runs into a state. */
export function entering(state: Closed | (Waiting & { for: 'replay' })): {
  $set: Partial<Run>;
  $unset: Partial<Record<keyof Run, ''>>;
} {
  const fields = Object.entries(fieldsOf(state, {}));
  return {
    $set: Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
    $unset: Object.fromEntries(fields.filter(([, value]) => value === undefined).map(([field]) => [field, ''])),
  };
}

/** The update that gives a worker the lease on runs, which keep what they waited for. */
export function leased({ claim, until }: Lease) {
  return { $set: { status: 'running', claim, wakeAt: until } } as const;
}

/** The fields of a state; `undefined` removes one. `claim` goes when the run is written: until then it proves the lease. */
function fieldsOf(state: RunState, { mergedInto }: Pick<Run, 'mergedInto'>): Partial<Run> {
  switch (state.kind) {
    case 'running': {
      const { lease, wait, digest, replays } = state;
      const status = 'running';
      return {
        status,
        wakeAt: lease?.until,
        ...(lease && { claim: lease.claim }),
        wait,
        replays,
        ...of(digest, mergedInto),
      };
    }
    case 'waiting': {
      const { until: wakeAt, wait, digest, replays, ...more } = { wait: undefined, digest: undefined, ...state };
      return {
        status: 'waiting',
        wakeAt,
        wait,
        replays,
        ...(more.for === 'replay' ? { replayedFrom: more.from } : of(digest, mergedInto)),
        ...(more.for === 'digest' && { mergedInto: undefined, ...(more.reopened && { reopened: true }) }),
      };
    }
    case 'merged':
      return { status: 'merged', digest: state.digest, mergedInto: state.into, ...closing(state) };
    case 'ended':
      return { status: state.status, ...closing(state) };
  }
}

/** The window that a run waits for; that of a run which was merged before stays. */
function of(digest: DigestMembership | undefined, mergedInto: Types.ObjectId | undefined): Partial<Run> {
  return digest || !mergedInto ? { digest } : {};
}

function closing({ results, counting }: Closed): Partial<Run> {
  return {
    wakeAt: undefined,
    wait: undefined,
    replays: undefined,
    results,
    ...(counting && countedWith(counting)),
  };
}

/** The mark that the end of a run is counted with, once. */
export function countedWith(counting: RunCounting) {
  return { counted: true, counting } as const;
}

/** The status under which the event of a run has counted it already: before it was sent again, or was reopened. */
export function countedBefore({
  reopened,
  replayedFrom,
}: Pick<Run, 'reopened' | 'replayedFrom'>): ClosedStatus | undefined {
  return replayedFrom ?? (reopened ? 'merged' : undefined);
}
