import type { Types } from 'mongoose';
import type { ToolTarget } from '#libs/providers/kit/content.js';
import { TOOL_ADAPTERS } from '#libs/providers/providers.js';
import { withoutKeys } from '#libs/providers/tool/tool-targets.js';
import { textOf } from '#libs/rendering/in-app/content-error.js';
import type { Endpoint, EndpointType } from '../../../channels/endpoints/endpoint-shapes.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { RunScope } from '../run-input.js';
import type { StepOutcome } from '../step-outcome.js';
import { mergedOverrides, textField } from '../targets/channel-overrides.js';
import { passingIntegrations } from '../targets/select-integration.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver, outcomeOf } from './deliver.js';
import { missingAddress, noContent, noIntegration } from './unsendable.js';
import type { StepContext, StepServices } from './step.js';

/** The destination of one message of a step; without a target, the integration's own address. */
interface ToolDestination {
  integration: Integration;
  target?: ToolTarget;
  /** Distinguishes the messages of the step (behaviour D7). */
  id: Types.ObjectId;
}

/**
 * Sends a message to every tool for which the subscriber has an address, and to those with an address of their own, one message
 * each; a failure does not prevent the others from being sent (behaviour TO1, TO4).
 */
export async function executeToolStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  const tools = scope.integrations.filter(({ channel }) => channel === 'tool');
  if (tools.length === 0) return noIntegration(context, 'tool');
  const destinations = destinationsOf(scope, await passingIntegrations(tools, scope));
  if (destinations.length === 0) return missingAddress('address at a tool', 'no_subscriber_tool_endpoint');
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const body = textOf(controls.values.body, 'body');
  if (body.trim() === '') return noContent('body must have content');
  const deliveries = await Promise.all(
    destinations.map(({ integration, target, id }) => {
      const overrides = mergedOverrides(scope.event.overrides, 'tool', step.stepId, integration.providerId);
      const content = { body: textField(overrides, 'content') ?? body, ...(target && { target }) };
      return deliver(context, services, {
        channel: 'tool',
        integration,
        contents: [{ channel: 'tool', ...content }],
        overrides,
        target: id,
        errorId: 'unexpected_tool_error',
      });
    }),
  );
  return outcomeOf(context, deliveries);
}

/** The subscriber's addresses; for integrations without one, the integration's own address. */
function destinationsOf(scope: RunScope, integrations: readonly Integration[]): ToolDestination[] {
  return integrations.flatMap((integration): ToolDestination[] => {
    const endpoints = scope.endpoints.filter(({ integrationId }) => integrationId.equals(integration._id));
    if (endpoints.length === 0) return hasOwnAddress(integration) ? [{ integration, id: integration._id }] : [];
    return endpoints.flatMap(({ id, type, open }) => {
      const target = toolTarget(type, open().endpoint);
      // A preview shows the destination, but not its keys (behaviour L8).
      return target ? [{ integration, id, target: scope.hidesSecrets ? withoutKeys(target) : target }] : [];
    });
  });
}

function hasOwnAddress({ providerId, credentials }: Integration): boolean {
  const key = TOOL_ADAPTERS.find(({ id }) => id === providerId)?.ownAddress;
  return key !== undefined && credentials !== undefined && Object.hasOwn(credentials, key);
}

/** The target of a tool endpoint; undefined for other endpoints. The fields were checked when the endpoint was stored. */
function toolTarget(type: EndpointType, endpoint: Endpoint): ToolTarget | undefined {
  const { routingKey, apiKey, region, url, authToken } = endpoint as Record<string, string>;
  const { method, headers } = endpoint as Pick<Extract<ToolTarget, { kind: 'url' }>, 'method' | 'headers'>;
  switch (type) {
    case 'pagerduty_service':
      return { kind: 'key', key: routingKey!, region: region! };
    case 'opsgenie_integration':
      return { kind: 'key', key: apiKey!, region: region! };
    case 'grafana_oncall_integration':
      return { kind: 'url', url: url!, ...(authToken !== undefined && { token: authToken }) };
    case 'tool_webhook':
      return { kind: 'url', url: url!, ...(method && { method }), ...(headers && { headers }) };
    default:
      return undefined;
  }
}
