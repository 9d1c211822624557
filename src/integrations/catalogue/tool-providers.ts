import type { ProviderTable } from './provider.js';

/** Services that are told of incidents and the like. */
export const TOOL_PROVIDERS: ProviderTable = {
  pagerduty: { name: 'PagerDuty' },
  opsgenie: { name: 'Opsgenie' },
  grafana: { name: 'Grafana' },
  'tool-webhook': { name: 'Tool Webhook' },
};
