import { type RateState, takeSlots } from './rate-slots.js';
import type { Slot } from '../../engine/step-effects.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const TEN = { messages: 10, per: 'second' } as const;
const THIRTY_A_MINUTE = { messages: 30, per: 'minute' } as const;

const fresh = (count: number) => Array.from({ length: count }, () => ({ messages: 1, waited: false }));
const waiting = (count: number) => Array.from({ length: count }, () => ({ messages: 1, waited: true }));

/** `now`, or after how many milliseconds it asks again. */
const times = (slots: readonly Slot[]) => slots.map((slot) => (slot.granted ? 'now' : slot.until - NOW));

describe('IR1: times of messages', () => {
  it.each([
    [TEN, 12, [...Array(10).fill('now'), 100, 200]],
    [THIRTY_A_MINUTE, 4, ['now', 2000, 4000, 6000]],
    [{ messages: 600, per: 'minute' } as const, 12, [...Array(10).fill('now'), 100, 200]],
  ])('%j: of %d at once', (rate, count, expected) => {
    expect(times(takeSlots(undefined, fresh(count), rate, NOW).slots)).toEqual(expected);
  });

  it('a message to several addresses has their times', () => {
    const requests = [8, 3, 1].map((messages) => ({ messages, waited: false }));
    expect(times(takeSlots(undefined, requests, TEN, NOW).slots)).toEqual(['now', 'now', 200]);
  });

  it('IR3: later messages wait behind those that wait, and those that have waited go first', () => {
    const { state } = takeSlots(undefined, fresh(30), TEN, NOW);
    const later = takeSlots(state, [...fresh(1), ...waiting(1), ...fresh(1)], TEN, NOW + 100);
    expect(times(later.slots)).toEqual([2100, 'now', 2200]);
  });

  it('IR4: those that come too late go again to the end, and at most a second is made up for', () => {
    const { state } = takeSlots(undefined, fresh(100), TEN, NOW);
    // All that were due in these five seconds come at once.
    const late = takeSlots(state, waiting(50), TEN, NOW + 5000);
    expect(late.slots.filter(({ granted }) => granted)).toHaveLength(10);
    expect(times(late.slots).slice(10, 12)).toEqual([9100, 9200]);
  });

  it('does not wait behind messages that are gone', () => {
    const { state } = takeSlots(undefined, fresh(1000), TEN, NOW);
    expect(times(takeSlots(state, fresh(1), TEN, NOW + 1000).slots)).toEqual([99_100]);
    expect(times(takeSlots(state, fresh(1), TEN, NOW + 10_000).slots)).toEqual(['now']);
  });

  it.each([0, 40, 250, 900, 3000])('sends all of 2,000, evenly, when each comes %d ms late', (lateness) => {
    const sent: number[] = [];
    let state: RateState | undefined;
    let open = takeAt(0, fresh(2000));
    while (open.length > 0) {
      const due = open.toSorted((a, b) => a - b);
      const now = Math.max(due[0] ?? 0, 0) + lateness;
      const woken = due.filter((until) => until <= now);
      open = [...due.slice(woken.length), ...takeAt(now, waiting(woken.length))];
    }
    expect(sent).toHaveLength(2000);
    for (const start of sent) {
      // A second's worth that was made up for, and that of the second itself.
      expect(sent.filter((at) => at >= start && at < start + 1000).length).toBeLessThanOrEqual(20);
    }
    const took = ((sent.at(-1) ?? 0) - (sent[0] ?? 0)) / 1000;
    expect(took).toBeGreaterThan(198);
    if (lateness < 1000) expect(took).toBeLessThan(202);

    function takeAt(at: number, requests: { messages: number; waited: boolean }[]): number[] {
      const taken = takeSlots(state, requests, TEN, NOW + at);
      ({ state } = taken);
      return taken.slots.flatMap((slot) => {
        if (!slot.granted) return [slot.until - NOW];
        sent.push(at);
        return [];
      });
    }
  });
});
