import { countEvents, sumCounts } from './counts-publisher.js';

const NONE = { high: 0, medium: 0, low: 0, none: 0 };

const eventsOf = (...groups: Parameters<typeof sumCounts>[0]) => countEvents(sumCounts(groups));

describe('counts of an inbox as events', () => {
  it('O3: unseen comes before unread, and both are published for an empty inbox', () => {
    expect(eventsOf()).toEqual([
      ['unseen_count_changed', { unseenCount: 0, hasMore: false }],
      ['unread_count_changed', { counts: { total: 0, severity: NONE }, unreadCount: 0, hasMore: false }],
    ]);
  });

  it('sums what has the same severity, and what was not seen', () => {
    const [unseen, unread] = eventsOf(
      { severity: 'high', seen: true, count: 2 },
      { severity: 'high', seen: false, count: 3 },
      { severity: 'none', seen: false, count: 4 },
    );
    expect(unseen[1]).toEqual({ unseenCount: 7, hasMore: false });
    expect(unread[1]).toEqual({
      counts: { total: 9, severity: { ...NONE, high: 5, none: 4 } },
      unreadCount: 9,
      hasMore: false,
    });
  });

  it.each([
    [100, 100, false],
    [101, 100, true],
    [5000, 100, true],
  ])('O2: %i are %i in the older form, hasMore: %s', (count, shown, hasMore) => {
    const [unseen, unread] = eventsOf({ severity: 'low', seen: false, count });
    expect(unseen[1]).toEqual({ unseenCount: shown, hasMore });
    expect(unread[1]).toEqual({
      counts: { total: count, severity: { ...NONE, low: count } },
      unreadCount: shown,
      hasMore,
    });
  });
});
