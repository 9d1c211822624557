import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageProgress } from '../../../notifications/messages/sending-progress.js';
import type { OutcomeDetail } from '../step-outcome.js';
import { type AddressResult, sentOf } from './message-progress.js';

/** A message that was sent. */
export const SENT: OutcomeDetail = { status: 'Success', detail: 'Message sent' };

/** What the history of a run says of an attempt to send a message to one address. */
export function detailsOf(
  { key, result }: AddressResult,
  { identifier }: Integration,
  { before, after }: Record<'before' | 'after', MessageProgress>,
): OutcomeDetail[] {
  const refused = (after.refused ?? [])
    .slice(before.refused?.length ?? 0)
    .map(({ address, error = 'refused' }): OutcomeDetail => ({
      status: 'Warning',
      detail: 'Not sent to one address',
      raw: `${identifier}: ${address}: ${error}`,
    }));
  const settled = after.settled.find((one) => one.key === key);
  if (settled?.sent && result.ok) return [...refused, SENT];
  const raw = `${identifier}: ${result.ok ? 'accepted for some of the addresses' : result.error}`;
  if (settled) {
    return [...refused, { status: sentOf(after) > 0 ? 'Warning' : 'Failed', detail: 'Message not sent', raw }];
  }
  // The first refusal of a breaker is worth a line, not each of the many while it is open.
  if (!result.ok && result.untried && before.since) return refused;
  const next = after.until ? `; next attempt ${after.until.toISOString()}` : '';
  return [...refused, { status: 'Pending', detail: 'Message not sent yet', raw: `${raw}${next}` }];
}
