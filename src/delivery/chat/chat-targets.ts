import type { ChatTarget } from '#libs/providers/kit/content.js';
import { sendblue } from '#libs/providers/chat/sendblue.js';
import { whatsappBusiness } from '#libs/providers/chat/whatsapp-business.js';
import type { Types } from 'mongoose';
import type { Integration } from '../../integrations/integration.schema.js';
import { mergedOverrides, textField } from '../channels/channel-overrides.js';
import { whoseConditionsPass } from '../channels/select-integration.js';
import type { RunScope } from '../run-input.js';
import { endpointTarget } from './endpoint-target.js';
import { subscriberTargets } from '../steps/subscriber-targets.js';

/** Where one chat message of a step goes, and with which integration. */
export interface ChatDestination {
  integration: Integration;
  target: ChatTarget;
  /** What the trigger wants to have changed for this integration. */
  overrides: Record<string, unknown>;
  /** Tells the messages of the step apart (behaviour D7). */
  id: Types.ObjectId;
}

/** Services that know people by their telephones (behaviour K3). */
const BY_PHONE: ReadonlySet<string> = new Set([whatsappBusiness.id, sendblue.id]);

type Found = Omit<ChatDestination, 'overrides'>;

/**
 * Everywhere the subscriber is reached in chat, each place once: webhooks among the credentials, endpoints (behaviour
 * K1), and where an integration goes to telephones, the subscriber's (K3).
 */
export async function chatDestinations(scope: RunScope, stepId: string): Promise<ChatDestination[]> {
  const integrations = scope.integrations.filter(({ channel }) => channel === 'chat');
  const passing = await whoseConditionsPass(integrations, scope);
  const destinations: ChatDestination[] = [];
  const known = new Set<string>();
  for (const found of [...webhooks(scope), ...endpointsOf(scope, passing), ...telephones(scope, passing)]) {
    const overrides = mergedOverrides(scope.event.overrides, 'chat', stepId, found.integration.providerId);
    const target = addressed(found.target, scope, overrides);
    const place = target && placeOf(found.integration, target);
    if (!target || !place || known.has(place)) continue;
    known.add(place);
    destinations.push({ ...found, target: scope.hidesSecrets ? masked(target) : target, overrides });
  }
  return destinations;
}

/** Whether the telephone is all by which somebody could be reached here. */
export function isReachedByPhoneAlone({ integrations }: RunScope): boolean {
  return integrations.filter(({ channel }) => channel === 'chat').every(goesToPhones);
}

/** Those that the subscriber's credentials name; the address itself may come from the trigger alone. */
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

function telephones({ subscriber: { phone } }: RunScope, integrations: readonly Integration[]): Found[] {
  if (!phone) return [];
  return integrations
    .filter(goesToPhones)
    .map((integration) => ({ integration, target: { kind: 'phone', number: phone }, id: integration._id }));
}

function goesToPhones({ providerId }: Integration): boolean {
  return BY_PHONE.has(providerId);
}

/** Behaviour K2: the address of a webhook is that of the override, else of the payload, else the stored one. */
function addressed(
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

/** A preview shows where a message would go, but not the key to it (behaviour L8). */
function masked(target: ChatTarget): ChatTarget {
  return 'token' in target ? { ...target, token: '***' } : target;
}
