/** @runs-on build */
import { fromDocument, fromJs, toDocument } from '#libs/embedded-mongo/bson/convert.js';
import { parsePipelineUpdate } from '#libs/embedded-mongo/updates/parse-update.js';
import type { PipelineStage } from 'mongoose';
import {
  actionUpdate,
  type ShownState,
  shownState,
  snoozeUpdate,
  type StateChange,
  stateChangeUpdate,
  type StoredState,
  unsnoozeUpdate,
  wakeUpdate,
} from './message-state.js';

const before = new Date('2026-03-01T08:00:00.000Z');
const now = new Date('2026-03-01T09:00:00.000Z');
const later = new Date('2026-03-01T10:00:00.000Z');
const until = new Date('2026-03-01T12:00:00.000Z');
const after = new Date('2026-03-01T13:00:00.000Z');
const expiresAt = new Date('2027-03-01T12:00:00.000Z');

interface State extends StoredState {
  seen: boolean;
  firstSeenAt?: Date;
  lastSeenAt?: Date;
}

const fresh: State = { seen: false, read: false, archived: false, deliveredAt: [before] };
const seenState: State = { ...fresh, seen: true, firstSeenAt: before, lastSeenAt: before };
const readState: State = { ...seenState, read: true, readAt: before };
const archivedState: State = { ...readState, archived: true, archivedAt: before };

/** The document after an update, as the embedded store evaluates it. */
function apply<Fields extends object>(state: Fields, update: PipelineStage.Set[]): Fields {
  const transform = parsePipelineUpdate(fromJs(update), {}, () => now);
  return toDocument(transform(fromDocument(state))) as Fields;
}

const shown = (state: StoredState, at: Date): ShownState => shownState(state, at);

describe('changes of state', () => {
  const states: [string, State][] = [
    ['new', fresh],
    ['seen', seenState],
    ['read', readState],
    ['archived', archivedState],
  ];
  const flags: Record<StateChange, (state: State) => Partial<State>> = {
    seen: ({ read, archived }) => ({ seen: true, read, archived }),
    unseen: () => ({ seen: false, read: false, archived: false }),
    read: ({ archived }) => ({ seen: true, read: true, archived }),
    unread: () => ({ seen: true, read: false, archived: false }),
    archive: () => ({ seen: true, read: true, archived: true }),
    unarchive: () => ({ seen: true, read: true, archived: false }),
  };
  const cases = Object.keys(flags).flatMap((change) =>
    states.map(([name, state]): [StateChange, string, State] => [change as StateChange, name, state]),
  );

  it.each(cases)('A1, A2: %s of a message that is %s, and the same again', (change, _name, state) => {
    const once = apply(state, stateChangeUpdate(change, now));
    expect(once).toMatchObject(flags[change](state));
    expect(once.read || !once.archived).toBe(true);
    expect(once.firstSeenAt !== undefined).toBe(once.seen);
    expect(once.lastSeenAt !== undefined).toBe(once.seen);
    expect(once.readAt !== undefined).toBe(once.read);
    expect(once.archivedAt !== undefined).toBe(once.archived);
    if (state.seen && once.seen) expect(once.firstSeenAt).toEqual(before);
    const again = apply(once, stateChangeUpdate(change, later));
    const { lastSeenAt: _once, ...first } = once;
    const { lastSeenAt: _again, ...second } = again;
    expect(second).toEqual(first);
  });

  it.each([
    ['primary', 'secondary'],
    ['secondary', 'primary'],
  ] as const)('A4: completing and reverting %s leaves %s alone', (action, other) => {
    const button = { label: 'Yes', completed: false };
    const state = { ...fresh, actions: { primary: button, secondary: button } };
    const done = apply(state, actionUpdate({ action, completed: true, payload: { $a: 1 } }, now));
    expect(done).toMatchObject({ seen: true, read: true, archived: false, readAt: now, lastCompleted: action });
    expect(done.actions).toMatchObject({ [action]: { completed: true, payload: { $a: 1 } }, [other]: button });
    const reverted = apply(done, actionUpdate({ action, completed: false }, later));
    expect(reverted).toMatchObject({ read: true, readAt: now });
    expect(reverted.actions).toEqual(state.actions);
  });
});

describe('a snooze', () => {
  it.each([
    ['new', fresh],
    ['seen', seenState],
    ['read', readState],
    ['archived', archivedState],
  ])(
    'A9: of a message that is %s shows it as it was until its end, and restores it when ended by hand',
    (_name, state) => {
      const { read, readAt, archived, archivedAt } = state;
      const stood = { read, ...(readAt && { readAt }), archived, ...(archivedAt && { archivedAt }) };
      const snoozed = apply(state, snoozeUpdate({ until, expiresAt }, now));
      expect(shown(snoozed, later)).toEqual({ ...stood, snoozedUntil: until, deliveredAt: [before] });
      expect(snoozed).toMatchObject({ expiresAt });
      const ended = apply(snoozed, unsnoozeUpdate(expiresAt, later));
      expect(ended).toEqual({ ...state, deliveredAt: [before, later], expiresAt });
    },
  );

  it('A9: wakes up unread, out of the archive and delivered once more, before and after it is noted', () => {
    const snoozed = apply(archivedState, snoozeUpdate({ until, expiresAt }, now));
    const awake = { read: false, archived: false, deliveredAt: [before, until] };
    expect(shown(snoozed, until)).toEqual(awake);
    const noted = apply(snoozed, wakeUpdate());
    expect(noted).toEqual({ ...seenState, ...awake, expiresAt, settledUpTo: until });
    expect(shown(noted, after)).toEqual(awake);
  });

  it('A9: may be moved; what is restored is the state before the first one', () => {
    const once = apply(readState, snoozeUpdate({ until: later, expiresAt }, now));
    const twice = apply(once, snoozeUpdate({ until, expiresAt }, now));
    expect(shown(twice, later)).toEqual({
      read: true,
      readAt: before,
      archived: false,
      snoozedUntil: until,
      deliveredAt: [before],
    });
  });

  it.each<[string, PipelineStage.Set[]]>([
    ['read', stateChangeUpdate('read', after)],
    ['completed', actionUpdate({ action: 'primary', completed: true }, after)],
    ['snoozed again', snoozeUpdate({ until: new Date('2026-03-02T00:00:00.000Z'), expiresAt }, after)],
  ])('A9: whose end nobody has noted yet is noted when the message is %s', (_name, update) => {
    const snoozed = apply(readState, snoozeUpdate({ until, expiresAt }, now));
    const { deliveredAt } = apply({ ...snoozed, actions: { primary: { label: 'Yes' } } }, update);
    expect(deliveredAt).toEqual([before, until]);
  });

  it('A9: outlives the completion of a button, which counts as reading until its end', () => {
    const snoozed = apply(
      { ...fresh, actions: { primary: { label: 'Yes' } } },
      snoozeUpdate({ until, expiresAt }, now),
    );
    const done = apply(snoozed, actionUpdate({ action: 'primary', completed: true }, later));
    expect(shown(done, later)).toMatchObject({ read: true, readAt: later, snoozedUntil: until });
    expect(shown(done, until)).toEqual({ read: false, archived: false, deliveredAt: [before, until] });
  });
});
