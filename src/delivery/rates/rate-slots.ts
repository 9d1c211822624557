import type { IntegrationRate } from '../../integrations/integration.schema.js';

/** How far an integration has got, in milliseconds since 1970. */
export interface RateState {
  /** From then on the next message may be sent. */
  nextAt: number;
  /** From then on messages are due that have no time yet: behind all that wait. */
  tailAt: number;
}

/** A message that is about to be sent. */
export interface SlotRequest {
  /** Requests to the provider: one for each address. */
  messages: number;
  /** It has waited for a time, which has come: for its turn, or for another attempt. */
  waited: boolean;
}

/** It may be sent now, or is asked for again at a time. */
export type Slot = { granted: true } | { granted: false; until: number };

/** What was not sent for want of messages may be made up for, but no more than this. */
const CREDIT_MS = 1000;

/** When nothing was sent for so long although messages have a time, these are gone: cancelled, or their workers stopped. */
const GONE_MS = 5000;

/** Milliseconds between two messages. */
export function rateInterval({ messages, per }: IntegrationRate): number {
  return (per === 'second' ? 1000 : 60_000) / messages;
}

/**
 * Decides which messages are sent now, and when the others are to ask again: evenly spread, behind those that wait already.
 * What is sent is counted alone, so that times which come too late, or not at all, neither exceed the rate nor lower it: a time
 * is an estimate, and the message that has come to its own is counted then. Messages that have waited go first.
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
