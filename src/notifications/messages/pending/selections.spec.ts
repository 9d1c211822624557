import fc from 'fast-check';
import { Types } from 'mongoose';
import { documentFrom, fromDocument } from '#libs/embedded-mongo/bson/convert.js';
import { documentValue } from '#libs/embedded-mongo/bson/raw-value.js';
import { matches } from '#libs/embedded-mongo/query/match.js';
import { parseFilter } from '#libs/embedded-mongo/query/parse-filter.js';
import type { PendingChange } from '../../../subscribers/pending-change.js';
import { type Level, LEVELS, levelsWith, withChange } from '../message-levels.js';
import type { Message } from '../message.schema.js';
import { selectionsOf } from './selections.js';

const CHANGES = ['seen', 'unseen', 'read', 'unread', 'archive', 'archive-read', 'delete'] as const;
const TAGS = ['a', 'b'];
const STATES: Record<Level, Pick<Message, 'seen' | 'read' | 'archived'>> = {
  new: { seen: false, read: false, archived: false },
  seen: { seen: true, read: false, archived: false },
  read: { seen: true, read: true, archived: false },
  archived: { seen: true, read: true, archived: true },
};

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
const time = fc.integer({ min: 0, max: 12 }).map(minute);
const contexts = fc.constantFrom([], ['user:1']);

/** Changes at different times, each of which leaves the newest messages to the request. */
const pending = fc
  .array(
    fc.record({
      change: fc.constantFrom(...CHANGES),
      minutes: fc.integer({ min: 1, max: 4 }),
      filter: fc.record({ tags: fc.subarray(TAGS, { minLength: 1 }) }, { requiredKeys: [] }),
      contextKeys: fc.option(contexts, { nil: undefined }),
    }),
    { maxLength: 4 },
  )
  .map((given) => {
    let at = 0;
    return given.map(({ change, minutes, ...selection }): PendingChange => {
      at += minutes;
      const [made, before] = [minute(at), minute(at - 1)];
      return { _id: new Types.ObjectId(), change, at: made, order: made, before, selection: JSON.stringify(selection) };
    });
  });

const message = fc
  .record({
    level: fc.constantFrom(...LEVELS),
    createdAt: time,
    tags: fc.subarray(TAGS),
    contextKeys: contexts,
    snoozedUntil: fc.option(time, { nil: undefined }),
    settledUpTo: fc.option(time, { nil: undefined }),
  })
  .map(({ level, ...fields }) => ({ ...STATES[level], ...fields }) as unknown as Message);

/** The change alone, as the rules say it; undefined when the message is deleted. */
function changed(given: Message, { change, at, order, before, selection }: PendingChange): Message | undefined {
  const { filter, contextKeys } = JSON.parse(selection) as { filter: { tags?: string[] }; contextKeys?: string[] };
  const isMeant =
    given.createdAt <= before &&
    (!filter.tags || filter.tags.some((tag) => given.tags.includes(tag))) &&
    (!contextKeys || contextKeys.join() === given.contextKeys.join());
  if (!isMeant) return given;
  if (change === 'delete') return undefined;
  const { settledUpTo, snoozedUntil } = given;
  if ((settledUpTo && settledUpTo >= order) || (snoozedUntil && snoozedUntil > at)) return given;
  return withChange(given, change, at);
}

function holds(filter: object, stored: Message): boolean {
  return matches(parseFilter(documentFrom(filter)), documentValue(fromDocument(stored)));
}

describe('queries while changes are pending', () => {
  it('A13: find each message once whose state after the changes is asked for, and know the changes in effect', () => {
    fc.assert(
      fc.property(
        pending,
        message,
        fc.subarray([...LEVELS]),
        fc.option(contexts, { nil: undefined }),
        (changes, stored, levels, contextKeys) => {
          if (contextKeys && contextKeys.join() !== stored.contextKeys.join()) return;
          const inbox = { filter: {}, contextKeys, pending: changes };
          const found = selectionsOf(inbox, { levels, where: {} }).filter(({ filter }) => holds(filter, stored));
          const after = changes.reduce<Message | undefined>((state, one) => state && changed(state, one), stored);
          const isWanted = after !== undefined && levels.some((level) => isAt(after, level));
          expect(found).toHaveLength(isWanted ? 1 : 0);
          if (!after || !found[0]) return;
          const shown = found[0].applied.reduce(
            (state, { change, at }) => (change === 'delete' ? state : withChange(state, change, at)),
            stored,
          );
          expect(shown).toEqual(after);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each<[string, PendingChange['change'][], number]>([
    ['nothing is pending', [], 1],
    ['all are marked as read: new ones, those that were changed since, and those that were snoozed', ['read'], 3],
    ['all are deleted: new ones', ['delete'], 1],
    ['all are read, and then marked as unread', ['read', 'unread'], 7],
  ])('A13: unread ones take few queries when %s', (_name, changes, queries) => {
    const all = changes.map((change, index): PendingChange => {
      const at = minute(10 + index);
      return {
        _id: new Types.ObjectId(),
        change,
        at,
        order: at,
        before: minute(9 + index),
        selection: '{"filter":{}}',
      };
    });
    const unread = { levels: levelsWith({ read: false }), where: {} };
    expect(selectionsOf({ filter: {}, pending: all }, unread).length).toBeLessThanOrEqual(queries);
  });
});

function isAt({ seen, read, archived }: Message, level: Level): boolean {
  const state = STATES[level];
  return seen === state.seen && read === state.read && archived === state.archived;
}
