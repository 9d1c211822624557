import type { IntegrationRate } from '../../../integrations/integration.schema.js';
import type { Slot, SlotRequest } from '../../engine/step-effects.js';

/** How far an integration has got, in milliseconds since 1970. */
export interface RateState {
  /** From then on the next message may be sent. */
  nextAt: number;
  /** The earliest time for a message that has none yet: after all that wait. */
  tailAt: number;
}

/** Capacity that was not used may be used later, but at most this much. */
const CREDIT_MS = 1000;

/**
 * If nothing was sent for this long although messages wait, these no longer exist: they were cancelled, or their workers
 * have stopped.
 */
const GONE_MS = 5000;

/** Milliseconds between two messages. */
export function rateInterval({ messages, per }: IntegrationRate): number {
  return (per === 'second' ? 1000 : 60_000) / messages;
}

/**
 * Decides which messages are sent now, and when the others are to ask again: evenly spread, behind those that wait already.
 * Only messages that are sent count towards the rate: a time is an estimate, at which the message asks again, so that one
 * that asks late, or never, does not change the rate. Messages that have waited go first.
 */
export function takeSlots(
  before: RateState | undefined,
  requests: readonly SlotRequest[],
  rate: IntegrationRate,
  now: number,
): { state: RateState; slots: Slot[] } {
  const interval = rateInterval(rate);
  const { nextAt, tailAt } = before ?? { nextAt: 0, tailAt: 0 };
  let next = Math.max(nextAt, now - Math.max(CREDIT_MS - interval, 0));
  let tail = now - nextAt > GONE_MS + interval ? next : Math.max(tailAt, next);
  const slots = requests.map((): Slot => ({ granted: true }));
  const order = requests.map((_request, index) => index).sort((a, b) => rank(requests[a]!) - rank(requests[b]!));
  for (const index of order) {
    const { messages, waited } = requests[index]!;
    const taken = messages * interval;
    if (next <= now && (waited || tail <= now)) {
      next += taken;
      tail = Math.max(tail, next);
    } else {
      slots[index] = { granted: false, until: Math.ceil(tail) };
      tail += taken;
    }
  }
  return { state: { nextAt: next, tailAt: tail }, slots };
}

function rank({ waited }: SlotRequest): number {
  return waited ? 0 : 1;
}
