import { INTEGRATION_CHANNELS, type IntegrationChannel } from '../integration.schema.js';
import { AGENT_PROVIDERS } from './agent-providers.js';
import { CHAT_PROVIDERS } from './chat-providers.js';
import { EMAIL_PROVIDERS } from './email-providers.js';
import { IN_APP_PROVIDERS } from './in-app-providers.js';
import type { Provider, ProviderTable } from './provider.js';
import { PUSH_PROVIDERS } from './push-providers.js';
import { SMS_PROVIDERS } from './sms-providers.js';
import { TOOL_PROVIDERS } from './tool-providers.js';

/** Every provider that can be integrated, by channel. Agents belong to none. */
export const PROVIDERS: Readonly<Record<IntegrationChannel | 'agent', ProviderTable>> = {
  in_app: IN_APP_PROVIDERS,
  email: EMAIL_PROVIDERS,
  sms: SMS_PROVIDERS,
  chat: CHAT_PROVIDERS,
  push: PUSH_PROVIDERS,
  tool: TOOL_PROVIDERS,
  agent: AGENT_PROVIDERS,
};

/** The provider with an id in a channel, or among the agents when there is no channel. */
export function findProvider(channel: IntegrationChannel | undefined, providerId: string): Provider | undefined {
  const providers = PROVIDERS[channel ?? 'agent'];
  return Object.hasOwn(providers, providerId) ? providers[providerId] : undefined;
}

/** The channels in which there is a provider with this id: none, one, or for a few providers two. */
export function channelsOf(providerId: string): IntegrationChannel[] {
  return INTEGRATION_CHANNELS.filter((channel) => findProvider(channel, providerId) !== undefined);
}
