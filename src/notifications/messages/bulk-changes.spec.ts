import { documentFrom, fromDocument, fromJs, toDocument } from '#libs/embedded-mongo/bson/convert.js';
import { documentValue } from '#libs/embedded-mongo/bson/raw-value.js';
import { matches } from '#libs/embedded-mongo/query/match.js';
import { parseFilter } from '#libs/embedded-mongo/query/parse-filter.js';
import { parseUpdate } from '#libs/embedded-mongo/updates/document-update.js';
import { type BulkChange, bulkCases } from './bulk-changes.js';
import { levelsFilter, levelsToChange, withChange } from './message-levels.js';
import type { Message } from './message.schema.js';
import { stateChangeUpdate } from './message-state.js';

const before = new Date('2026-03-01T08:00:00.000Z');
const now = new Date('2026-03-01T09:00:00.000Z');

const fresh = { seen: false, read: false, archived: false, deliveredAt: [before] };
const seen = { ...fresh, seen: true, firstSeenAt: before, lastSeenAt: before };
const read = { ...seen, read: true, readAt: before };
const archived = { ...read, archived: true, archivedAt: before };
const STATES: [string, object][] = [
  ['new', fresh],
  ['seen', seen],
  ['read', read],
  ['archived', archived],
];
const CHANGES: BulkChange[] = ['seen', 'unseen', 'read', 'unread', 'archive', 'archive-read'];

const holds = (filter: object, state: object) =>
  matches(parseFilter(documentFrom(filter)), documentValue(fromDocument(state)));

function updated(state: object, update: object): object {
  const parsed = parseUpdate({ update: fromJs(update), arrayFilters: undefined, variables: {}, now: () => now });
  return toDocument(parsed.apply(fromDocument(state), parseFilter(documentFrom({})), false));
}

/** A state after the cases of a change, and how often it was changed. */
function changed(state: object, change: BulkChange): { after: object; times: number } {
  let [after, times] = [state, 0];
  for (const { when, update } of bulkCases(change, now)) {
    if (!holds(when, after)) continue;
    after = updated(after, update);
    times += 1;
  }
  return { after, times };
}

describe('changes of many', () => {
  it.each(CHANGES.flatMap((change) => STATES.map(([name, state]) => [change, name, state] as const)))(
    'A1: %s of messages that are %s is what it is of one, and made once',
    (change, _name, state) => {
      if (!holds(levelsFilter(levelsToChange(change)), state)) return;
      const { after, times } = changed(state, change);
      const single = change === 'archive-read' ? 'archive' : change;
      expect(after).toEqual(updated(state, stateChangeUpdate(single, now)));
      expect(times).toBe(1);
      expect(withChange(state as Message, change, now)).toEqual(after);
      expect(holds(levelsFilter(levelsToChange(change)), after)).toBe(false);
    },
  );

  it.each<[BulkChange, string[]]>([
    ['seen', ['new']],
    ['unseen', ['seen', 'read', 'archived']],
    ['read', ['new', 'seen']],
    ['unread', ['new', 'read', 'archived']],
    ['archive', ['new', 'seen', 'read']],
    ['archive-read', ['read']],
  ])('%s is needed for messages that are %j', (change, expected) => {
    const needed = STATES.filter(([, state]) => holds(levelsFilter(levelsToChange(change)), state)).map(
      ([name]) => name,
    );
    expect(needed).toEqual(expected);
  });
});
