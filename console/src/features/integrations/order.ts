import type { Integration } from './reads';

/** An integration, and when it is used. */
export interface Ordered {
  integration: Integration;
  use: string;
}

/** Channels in which one integration is chosen for a message; in the others all that reach the person are used. */
const CHOSEN_IN: readonly unknown[] = ['email', 'sms'];

/**
 * The integrations of a channel in the order in which they are tried: those with conditions by priority, the primary, then
 * those of the failover. `newestFirst`: as the API lists them. What is switched off stands at the end.
 */
export function inOrder(newestFirst: readonly Integration[], hasFailover: boolean): Ordered[] {
  const active = newestFirst.filter((one) => one.active);
  const off = newestFirst.filter((one) => !one.active).map((integration) => ({ integration, use: 'never: it is off' }));
  if (!CHOSEN_IN.includes(newestFirst[0]?.channel))
    return [
      ...active.map((integration) => ({
        integration,
        use: integration.conditions.length > 0 ? 'when its conditions pass' : 'always',
      })),
      ...off,
    ];
  const conditional = active
    .filter(({ conditions }) => conditions.length > 0)
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0))
    .map((integration, index) => ({ integration, use: `${index + 1}. when its conditions pass` }));
  const open = active.filter(({ conditions }) => conditions.length === 0);
  const unconditional = [...open.filter(({ primary }) => primary), ...open.filter(({ primary }) => !primary)].map(
    (integration, index) => {
      const place = `${conditional.length + index + 1}. `;
      if (integration.primary) return { integration, use: `${place}primary` };
      return {
        integration,
        use: hasFailover ? `${place}when those before keep failing` : 'only when a trigger names it',
      };
    },
  );
  return [...conditional, ...unconditional, ...off];
}
