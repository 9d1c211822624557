import { StatusBadge } from '../../ui/status-badge';
import type { Delivery, Webhook } from './reads';

/** Whether a webhook works, and if not, why. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabledReason, failingSince } = webhook;
  if (disabledReason === 'gone') return <StatusBadge outcome="failed" word="Disabled: endpoint gone" />;
  if (disabledReason === 'failing') return <StatusBadge outcome="failed" word="Disabled: failing" />;
  if (!enabled) return <StatusBadge outcome="canceled" word="off" />;
  if (failingSince !== undefined) return <StatusBadge outcome="failed" word="failing" />;
  return <StatusBadge outcome="delivered" word="on" />;
}

const OUTCOMES = { pending: 'waiting', delivered: 'delivered', failed: 'failed' } as const;

/** What became of a delivery. */
export function DeliveryState({ status }: Pick<Delivery, 'status'>) {
  return <StatusBadge outcome={OUTCOMES[status]} word={status} />;
}
