import type { WebhookEvent } from '../outbound-webhooks/recording/webhook-event.js';
import type { Workflow } from './workflow.schema.js';

/** What webhooks are told of a workflow: once for each version, and once when it is deleted. */
export function workflowEvent(
  type: Extract<WebhookEvent['type'], `workflow.${string}`>,
  { _id, workflowId, name, active, tags, version }: Workflow,
  at: Date,
): WebhookEvent {
  return {
    type,
    origin: { id: _id, occurrence: String(version) },
    at,
    data: { _id: _id.toHexString(), workflowId, name, active, tags, version },
  };
}
