import { grafana } from '#libs/providers/tool/grafana.js';
import { opsgenie } from '#libs/providers/tool/opsgenie.js';
import { pagerduty } from '#libs/providers/tool/pagerduty.js';
import { toolWebhook } from '#libs/providers/tool/tool-webhook.js';
import type { ProviderTable } from './provider.js';

/** Services that are told of incidents and the like. */
export const TOOL_PROVIDERS: ProviderTable = {
  [pagerduty.id]: pagerduty,
  [opsgenie.id]: opsgenie,
  [grafana.id]: grafana,
  [toolWebhook.id]: toolWebhook,
};
