import { failure, type Outcome } from '#libs/schedule/outcome.js';
import { compareChild } from './filter-child.js';
import type { WebhookFilterChild } from './filter.js';
import type { WebhookAccess } from './filter-data.js';

export const DEFAULT_WEBHOOK_ATTEMPTS = 3;

/**
 * Evaluates a webhook child: asks up to 3 times, waiting a random time of up to 2^n seconds after the n-th failed
 * attempt (X11). When no attempt succeeds that is an error, not a false.
 */
export async function evaluateWebhook(
  child: WebhookFilterChild,
  access: WebhookAccess | undefined,
): Promise<Outcome<boolean>> {
  if (!access) return failure('webhook conditions are not available here');
  const attempts = access.attempts ?? DEFAULT_WEBHOOK_ATTEMPTS;
  let reason = 'no attempt was made';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return compareChild(child, await access.callWebhook(child));
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (attempt < attempts) await access.wait(access.random() * 2 ** attempt * 1000);
  }
  return failure(`webhook condition failed after ${attempts} attempts: ${reason}`);
}
