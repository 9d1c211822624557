import type { Integration } from './reads';

/** An integration, and when it is used. */
export interface Ordered {
  integration: Integration;
  use: string;
  /** The integrations among which its priority decides, in their order; absent where none does. */
  among?: readonly Integration[];
}

/** Channels in which one integration is chosen for a message; in the others all that reach the person are used. */
const CHOSEN_IN: readonly unknown[] = ['email', 'sms'];

/** The highest that the API takes. */
const MAX_PRIORITY = 1000;

/**
 * The integrations of a channel in the order of trying: those with conditions by priority, the primary, then those of the
 * failover. `newestFirst`: as the API lists them. What is switched off stands at the end.
 */
export function inOrder(newestFirst: readonly Integration[], hasFailover: boolean): Ordered[] {
  const active = newestFirst.filter((one) => one.active);
  const off = newestFirst.filter((one) => !one.active).map((integration) => ({ integration, use: 'Disabled' }));
  if (!isChosen(newestFirst))
    return [
      ...active.map((integration) => ({
        integration,
        use: integration.conditions.length > 0 ? 'If conditions match' : 'Always',
      })),
      ...off,
    ];
  const sorted = active.toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  const conditional = sorted.filter(({ conditions }) => conditions.length > 0);
  const open = sorted.filter(({ conditions }) => conditions.length === 0);
  const primary = open.filter((one) => one.primary);
  const others = open.filter((one) => !one.primary);
  const places = [...conditional, ...primary, ...others];
  const at = (integration: Integration) => places.indexOf(integration) + 1;
  return [
    ...conditional.map((integration) => ({
      integration,
      use: `Conditional #${at(integration)}`,
      among: conditional,
    })),
    ...primary.map((integration) => ({ integration, use: `Primary #${at(integration)}` })),
    ...others.map((integration) => ({
      integration,
      use: hasFailover ? `Failover #${at(integration)}` : 'Only when a trigger names it',
      ...(hasFailover && { among: others }),
    })),
    ...off,
  ];
}

/** Whether one of the integrations of a channel is chosen for a message. */
export function isChosen([one]: readonly Integration[]): boolean {
  return CHOSEN_IN.includes(one?.channel);
}

/** The priorities by which one of several integrations is before or behind another, where they are not those it has. */
export function prioritiesAfter(
  among: readonly Integration[],
  from: number,
  to: number,
): { integration: Integration; priority: number }[] {
  const order = among.toSpliced(from, 1).toSpliced(to, 0, ...among.slice(from, from + 1));
  let least = 0;
  const kept = order.toReversed().map((integration) => {
    const priority = Math.max(integration.priority ?? 0, least);
    least = priority + 1;
    return { integration, priority };
  });
  const all =
    least - 1 <= MAX_PRIORITY ? kept : kept.map(({ integration }, place) => ({ integration, priority: place }));
  return all.filter(({ integration, priority }) => priority !== (integration.priority ?? 0));
}
