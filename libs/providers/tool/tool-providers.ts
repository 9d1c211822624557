import type { ToolProvider } from '../kit/provider.js';
import { grafana } from './grafana.js';
import { opsgenie } from './opsgenie.js';
import { pagerduty } from './pagerduty.js';
import { toolWebhook } from './tool-webhook.js';

/** Everything that tools can be told with. */
export const TOOL_ADAPTERS: readonly ToolProvider[] = [grafana, opsgenie, pagerduty, toolWebhook];
