import type { Types } from 'mongoose';
import { sendblue } from '#libs/providers/chat/sendblue.js';
import { whatsappBusiness } from '#libs/providers/chat/whatsapp-business.js';
import type { ChatTarget } from '#libs/providers/kit/content.js';
import type { Endpoint, EndpointType } from '../../../channels/endpoints/endpoint-shapes.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { RunScope } from '../run-input.js';
import { mergedOverrides, textField } from './channel-overrides.js';
import { subscriberTargets, passingIntegrations } from './select-integration.js';

/** The destination of one chat message of a step. */
interface ChatDestination {
  integration: Integration;
  target: ChatTarget;
  /** Changes that the trigger asked for. */
  overrides: Record<string, unknown>;
  /** Distinguishes the messages of the step (behaviour D7). */
  id: Types.ObjectId;
}

/**
 * Returns all chat destinations of the subscriber, without duplicates: webhooks in the subscriber's credentials, endpoints
 * (behaviour K1), and the subscriber's phone number for integrations that use phone numbers (K3).
 */
export async function chatDestinations(scope: RunScope, stepId: string): Promise<ChatDestination[]> {
  const integrations = scope.integrations.filter(({ channel }) => channel === 'chat');
  const passing = await passingIntegrations(integrations, scope);
  const destinations: ChatDestination[] = [];
  const known = new Set<string>();
  for (const found of [...webhooks(scope), ...endpointsOf(scope, passing), ...phones(scope, passing)]) {
    const overrides = mergedOverrides(scope.event.overrides, 'chat', stepId, found.integration.providerId);
    const target = withAddress(found.target, scope, overrides);
    const place = target && placeOf(found.integration, target);
    if (!target || !place || known.has(place)) continue;
    known.add(place);
    destinations.push({ ...found, target: scope.hidesSecrets ? masked(target) : target, overrides });
  }
  return destinations;
}

/** Whether all chat integrations use phone numbers. */
export function usesPhoneNumbersOnly({ integrations }: RunScope): boolean {
  return integrations.filter(({ channel }) => channel === 'chat').every(goesToPhones);
}

type Found = Omit<ChatDestination, 'overrides'>;

/** Webhooks in the subscriber's credentials; the address itself may come from the trigger only. */
function webhooks(scope: RunScope): Found[] {
  return subscriberTargets(scope, 'chat')
    .filter(({ integration }) => !goesToPhones(integration))
    .map(({ integration, credentials: { webhookUrl = '', channel } }) => ({
      integration,
      target: { kind: 'webhook', url: webhookUrl, ...(channel && { channel }) },
      id: integration._id,
    }));
}

function endpointsOf(scope: RunScope, integrations: readonly Integration[]): Found[] {
  return scope.endpoints.flatMap(({ id, integrationId, type, open }) => {
    const integration = integrations.find(({ _id }) => _id.equals(integrationId));
    if (!integration) return [];
    const { endpoint, token } = open();
    const target = endpointTarget(type, endpoint, token);
    return target ? [{ integration, target, id }] : [];
  });
}

function phones({ subscriber: { phone } }: RunScope, integrations: readonly Integration[]): Found[] {
  if (!phone) return [];
  return integrations
    .filter(goesToPhones)
    .map((integration) => ({ integration, target: { kind: 'phone', number: phone }, id: integration._id }));
}

/** Providers that address users by phone number (behaviour K3). */
const BY_PHONE: ReadonlySet<string> = new Set([whatsappBusiness.id, sendblue.id]);

function goesToPhones({ providerId }: Integration): boolean {
  return BY_PHONE.has(providerId);
}

/** Behaviour K2: the address of a webhook comes from the override, else from the payload, else from the stored target. */
function withAddress(
  target: ChatTarget,
  { event }: RunScope,
  overrides: Record<string, unknown>,
): ChatTarget | undefined {
  if (target.kind !== 'webhook') return target;
  const url = textField(overrides, 'webhookUrl') ?? textField(event.payload, 'webhookUrl') ?? target.url;
  return url === '' ? undefined : { ...target, url };
}

function placeOf({ _id }: Integration, target: ChatTarget): string {
  const { token: _token, ...place } = { token: undefined, ...target };
  return JSON.stringify([_id.toHexString(), place]);
}

/** A preview shows the destination, but not its token (behaviour L8). */
function masked(target: ChatTarget): ChatTarget {
  return 'token' in target ? { ...target, token: '***' } : target;
}

/**
 * The chat target of an endpoint. Undefined for endpoints of tools, which chat messages are not sent to. `token`: of the
 * endpoint's connection.
 */
export function endpointTarget(type: EndpointType, endpoint: Endpoint, token?: string): ChatTarget | undefined {
  // The fields were checked when the endpoint was stored.
  const { channelId, userId, teamId, chatId, roomId, personId, personEmail, phoneNumber, url, channel } =
    endpoint as Partial<Record<string, string>>;
  const connected = token === undefined ? {} : { token };
  switch (type) {
    case 'slack_channel':
      return { kind: 'channel', id: channelId!, ...connected };
    case 'ms_teams_channel':
      return { kind: 'channel', id: channelId!, team: teamId!, ...connected };
    case 'telegram_chat':
      return { kind: 'channel', id: chatId!, ...connected };
    case 'webex_room':
      return { kind: 'channel', id: roomId!, ...connected };
    case 'slack_user':
    case 'ms_teams_user':
    case 'line_user':
      return { kind: 'user', id: userId!, ...connected };
    case 'webex_person':
      return { kind: 'user', id: (personId ?? personEmail)!, ...connected };
    case 'phone':
      return { kind: 'phone', number: phoneNumber! };
    case 'webhook':
      return { kind: 'webhook', url: url!, ...(channel !== undefined && { channel }) };
    case 'grafana_oncall_integration':
      return { kind: 'webhook', url: url! };
    case 'pagerduty_service':
    case 'opsgenie_integration':
    case 'tool_webhook':
      return undefined;
  }
}
