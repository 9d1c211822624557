import fc from 'fast-check';

export type Change = 'read' | 'unread' | 'archive' | 'unarchive';
export type Bulk = 'seen' | 'read' | 'archive' | 'read-archive' | 'delete';
export type Button = 'primary' | 'secondary';

export const TAGS = ['orders', 'news'] as const;
export const KINDS = ['a', 'b'] as const;
/** People look at one inbox from so many places. */
export const PLACES = 3;

/** What a trigger says. */
export interface Content {
  kind: string;
}

/**
 * What is done next. `place` is which client does it, `target` which notification it is done to: an index, newest first,
 * that the run brings into the range of those there have ever been, and one of somebody else.
 */
export type Operation =
  | { do: 'trigger'; tag: (typeof TAGS)[number]; kind: (typeof KINDS)[number] }
  | { do: 'change'; place: number; target: number; change: Change }
  | { do: 'snooze'; place: number; target: number; minutes: number }
  | { do: 'unsnooze'; place: number; target: number }
  | { do: 'press'; place: number; target: number; button: Button; completed: boolean }
  | { do: 'remove'; place: number; target: number }
  | { do: 'see'; place: number; targets: number[] }
  | { do: 'bulk'; place: number; bulk: Bulk; tag?: string; kind?: string }
  | { do: 'wait'; minutes: number }
  | { do: 'leave'; place: number }
  | { do: 'come'; place: number }
  | { do: 'settle' };

const place = fc.nat(PLACES - 1);
const target = fc.nat(7);
const one = <Value>(...values: Value[]) => fc.constantFrom(...values);
const about = { tag: one(...TAGS), kind: one(...KINDS) };

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: one('trigger' as const), ...about }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: one('change' as const),
      place,
      target,
      change: one<Change>('read', 'unread', 'archive', 'unarchive'),
    }),
  },
  {
    weight: 4,
    // Of a minute: too short.
    arbitrary: fc.record({ do: one('snooze' as const), place, target, minutes: one(60, 5, 3, 1, 1440, 10_000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('unsnooze' as const), place, target }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('press' as const),
      place,
      target,
      button: one<Button>('primary', 'secondary'),
      completed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('remove' as const), place, target }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('see' as const), place, targets: fc.array(target, { minLength: 1, maxLength: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      { do: one('bulk' as const), place, bulk: one<Bulk>('seen', 'read', 'archive', 'read-archive'), ...about },
      { requiredKeys: ['do', 'place', 'bulk'] },
    ),
  },
  // Seldom, and never everything: an empty inbox shows little.
  { weight: 1, arbitrary: fc.record({ do: one('bulk' as const), place, bulk: one<Bulk>('delete'), ...about }) },
  { weight: 3, arbitrary: fc.record({ do: one('wait' as const), minutes: one(1, 5, 60, 1440, 2880) }) },
  { weight: 2, arbitrary: fc.record({ do: one('leave' as const), place }) },
  { weight: 3, arbitrary: fc.record({ do: one('come' as const), place }) },
  { weight: 4, arbitrary: fc.record({ do: one('settle' as const) }) },
);
