import type { ProviderTable } from './provider.js';

const NO_TOOLS = 'steps that send to tools are not carried out';

/** Services that are told of incidents and the like. */
export const TOOL_PROVIDERS: ProviderTable = {
  pagerduty: { name: 'PagerDuty', cannotSend: NO_TOOLS },
  opsgenie: { name: 'Opsgenie', cannotSend: NO_TOOLS },
  grafana: { name: 'Grafana', cannotSend: NO_TOOLS },
  'tool-webhook': { name: 'Tool Webhook', cannotSend: NO_TOOLS },
};
