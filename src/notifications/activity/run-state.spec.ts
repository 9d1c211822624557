import { Types } from 'mongoose';
import type { MessageProgress } from '../messages/sending-progress.js';
import { closedAs, countedBefore, enter, entering, leased, type RunState, stateOf, waitingFor } from './run-state.js';
import type { Run, RunWait } from './run.schema.js';

const now = new Date('2026-03-01T09:00:00.000Z');
const until = new Date('2026-03-01T10:00:00.000Z');
const [window, opener] = [new Types.ObjectId(), new Types.ObjectId()];
const digest = { group: 'group', window };
const wait: RunWait = { until, extensions: 0, since: now };
const replays = [{ step: 0, messages: ['m'], delivered: false }];
const counting = { token: 'mark', until };
const results = { first: { a: 1 } };
const response = { outputs: {} } as NonNullable<RunWait['bridge']>['response'];

function sending(...messages: Partial<MessageProgress>[]): RunWait {
  const each = messages.map((one, index) => [String(index), { attempts: [], ...one } as unknown as MessageProgress]);
  return { ...wait, sending: Object.fromEntries(each) };
}
const retrying = sending({ until }, { until, waitsFor: 'rate' }, {});
const held = sending({ until, waitsFor: 'cap' }, {});
const signal: RunWait = { ...wait, awaits: { until: [{ event: 'paid' }] } };
const asking: RunWait = { ...wait, bridge: { attempts: 1 } };
const answered: RunWait = { ...wait, bridge: { attempts: 0, response } };

/** The stored fields of each state, as they have always been, and the state. */
const STATES: [string, Partial<Run>, RunState][] = [
  ['a new run', { status: 'running' }, { kind: 'running' }],
  [
    'a run of a worker',
    { status: 'running', claim: 'c', wakeAt: until },
    { kind: 'running', lease: { claim: 'c', until } },
  ],
  [
    'a run of a worker, after a wait',
    { status: 'running', claim: 'c', wakeAt: until, wait, digest, replays },
    { kind: 'running', lease: { claim: 'c', until }, wait, digest, replays },
  ],
  ['a wait for a time', { status: 'waiting', wakeAt: until, wait }, { kind: 'waiting', for: 'time', until, wait }],
  [
    'a wait for a time in code',
    { status: 'waiting', wakeAt: until, wait: answered },
    { kind: 'waiting', for: 'time', until, wait: answered },
  ],
  [
    'a wait for a status or an event',
    { status: 'waiting', wakeAt: until, wait: signal },
    { kind: 'waiting', for: 'signal', until, wait: signal },
  ],
  [
    'a wait for a digest',
    { status: 'waiting', wakeAt: until, wait, digest },
    { kind: 'waiting', for: 'digest', until, wait, digest },
  ],
  [
    'a merged run in place of the one it was merged into',
    { status: 'waiting', wakeAt: until, wait, digest, reopened: true },
    { kind: 'waiting', for: 'digest', until, wait, digest, reopened: true },
  ],
  [
    'a wait for another attempt',
    { status: 'waiting', wakeAt: until, wait: retrying, replays },
    { kind: 'waiting', for: 'retry', until, wait: retrying, replays },
  ],
  [
    'a wait for a rate or a cap',
    { status: 'waiting', wakeAt: until, wait: held },
    { kind: 'waiting', for: 'turn', until, wait: held },
  ],
  [
    'an application that is to be asked',
    { status: 'waiting', wakeAt: until },
    { kind: 'waiting', for: 'application', until },
  ],
  [
    'an application that is asked once more',
    { status: 'waiting', wakeAt: until, wait: asking },
    { kind: 'waiting', for: 'application', until, wait: asking },
  ],
  [
    'messages to be sent again',
    { status: 'waiting', wakeAt: until, replays, replayedFrom: 'failed' },
    { kind: 'waiting', for: 'replay', until, replays, from: 'failed' },
  ],
  ['a merged run', { status: 'merged', digest, mergedInto: opener }, { kind: 'merged', digest, into: opener }],
  ['a merged run of nobody known', { status: 'merged', digest }, { kind: 'merged', digest }],
  ['a completed run', { status: 'completed' }, { kind: 'ended', status: 'completed' }],
  [
    'a failed run, to be counted',
    { status: 'failed', counted: true, counting, results },
    { kind: 'ended', status: 'failed', counting, results },
  ],
];

/** A run with the fields of all states. */
function aRun(): Run {
  const all = { claim: 'old', wakeAt: now, wait: retrying, digest, results, replays };
  return { status: 'waiting', stepIndex: 1, updatedAt: now, ...all } as unknown as Run;
}

describe('the state of a run', () => {
  it.each(STATES)('%s is read from its stored fields', (_case, stored, state) => {
    expect(stateOf({ updatedAt: now, ...stored } as Run)).toEqual(state);
  });

  it.each(STATES)('%s is written with its own fields, without those of others', (_case, stored, state) => {
    const run = aRun();
    enter(run, state);
    expect(stateOf(run)).toEqual(state);
    const open = state.kind === 'running' || state.kind === 'waiting';
    const hadWindow = state.kind === 'ended' || (state.kind === 'waiting' && state.for === 'replay');
    // The claim proves the lease until the run is written; open runs keep the results of their steps.
    const kept = {
      stepIndex: 1,
      updatedAt: now,
      claim: 'old',
      ...(open && { results }),
      ...(hadWindow && { digest }),
    };
    expect(run).toEqual({ ...kept, ...stored });
  });

  it.each(STATES)('%s is the same as an update of stored runs', (_case, _stored, state) => {
    if (state.kind === 'running' || (state.kind === 'waiting' && state.for !== 'replay')) return;
    const [entered, updated] = [aRun(), aRun()];
    enter(entered, state);
    const { $set, $unset } = entering(state);
    Object.assign(updated, $set);
    for (const field of Object.keys($unset)) Reflect.deleteProperty(updated, field);
    expect(updated).toEqual(entered);
  });

  it('a worker that claims a run leaves what it waited for', () => {
    const run = Object.assign(aRun(), leased({ claim: 'c', until }).$set);
    expect(stateOf(run)).toEqual({ kind: 'running', lease: { claim: 'c', until }, wait: retrying, digest, replays });
  });

  it('a step that waits says what for', () => {
    expect(waitingFor(wait, { replays })).toEqual({ kind: 'waiting', for: 'time', until, wait, replays });
    expect(waitingFor(wait, {}, digest)).toMatchObject({ for: 'digest', digest });
    expect(waitingFor(held, {}, digest)).toMatchObject({ for: 'turn' });
  });
});

describe('a merged run whose earlier messages are sent again', () => {
  const merged = () => ({ status: 'merged', digest, mergedInto: opener, updatedAt: now }) as unknown as Run;

  it('waits for no window, and stays a part of its digest', () => {
    const run = merged();
    enter(run, { kind: 'waiting', for: 'replay', until, replays, from: 'merged' });
    expect(stateOf(run)).toEqual({ kind: 'waiting', for: 'replay', until, replays, from: 'merged' });
    enter(run, { kind: 'running', lease: { claim: 'c', until } });
    enter(run, closedAs('merged', run));
    expect(stateOf(run)).toEqual({ kind: 'merged', digest, into: opener });
  });

  it('takes the place of the run it was merged into only by waiting for the digest', () => {
    const run = merged();
    enter(run, { kind: 'waiting', for: 'digest', until, wait, digest, reopened: true });
    expect(run).toMatchObject({ digest, reopened: true });
    expect(run).not.toHaveProperty('mergedInto');
  });
});

it.each([
  [{}, undefined],
  [{ reopened: true }, 'merged'],
  [{ replayedFrom: 'failed' }, 'failed'],
  [{ reopened: true, replayedFrom: 'completed' }, 'completed'],
] as const)('%j was counted before as %s', (run, status) => {
  expect(countedBefore(run)).toBe(status);
});
