import { type Channel, CHANNELS } from '#libs/channels.js';
import type { Provider as Adapter } from '#libs/providers/kit/provider.js';
import {
  CHAT_ADAPTERS,
  EMAIL_ADAPTERS,
  PUSH_ADAPTERS,
  SMS_ADAPTERS,
  TOOL_ADAPTERS,
} from '#libs/providers/providers.js';
import { OUTBOX_PROVIDERS } from '../outbox/outbox-rules.js';

/** A service that can be integrated: an adapter, or what is known of a service without one. */
export interface Provider extends Pick<Adapter, 'name' | 'keys'>, Partial<Pick<Adapter, 'documentation' | 'reports'>> {
  /** Why it cannot send, as the end of a sentence; such a provider cannot be integrated. */
  cannotSend?: string;
}

/** The providers of one channel by id. */
export type ProviderTable = Readonly<Record<string, Provider>>;

/** An adapter, as far as it is listed. */
type ListedAdapter = Provider & Pick<Adapter, 'id'>;

/** A provider without an adapter, and the id of the adapter that it follows in the list. */
type Unadapted = ListedAdapter & { after: string };

/** Why services of Novu cannot send: they can only be reached from there. */
const HOSTED_ELSEWHERE = "it is a part of Novu's cloud, which other servers do not reach";

/** Runtimes of agents; they have no channel. */
const AGENT_PROVIDERS: ProviderTable = {
  anthropic: { name: 'Anthropic' },
  'novu-anthropic': { name: 'Carillon Anthropic' },
  'anthropic-aws': { name: 'Anthropic on AWS' },
};

/** Providers of chat messages. */
export const CHAT_PROVIDERS = tableOf(CHAT_ADAPTERS, [
  {
    id: 'getstream',
    after: 'grafana-on-call',
    name: 'Stream',
    keys: { needed: ['apiKey'] },
    cannotSend: 'its messages go to channels of an app, which no address of a subscriber names',
  },
  { id: 'novu-slack', after: 'chat-webhook', name: 'Carillon Slack', cannotSend: HOSTED_ELSEWHERE },
  { id: 'novu-web-chat', after: 'sendblue', name: 'Carillon Web Chat', cannotSend: HOSTED_ELSEWHERE },
  { id: OUTBOX_PROVIDERS.chat, after: 'sendblue', name: 'Carillon Outbox (chat)', keys: {} },
]);

/** Providers of email. */
export const EMAIL_PROVIDERS = tableOf(EMAIL_ADAPTERS, [
  { id: 'clickatell', after: 'mailtrap', name: 'Clickatell', cannotSend: 'it publishes no API for email' },
  { id: OUTBOX_PROVIDERS.email, after: 'outlook365', name: 'Carillon Outbox (email)', keys: {} },
  { id: 'novu-email-agent', after: 'braze', name: 'Carillon Email Agent', cannotSend: HOSTED_ELSEWHERE },
]);

/** The inbox, which Carillon serves itself. */
const IN_APP_PROVIDERS: ProviderTable = {
  novu: { name: 'In-app', keys: { optional: ['hmac'] } },
};

/** Providers of push notifications. */
export const PUSH_PROVIDERS = tableOf(PUSH_ADAPTERS, [
  { id: OUTBOX_PROVIDERS.push, after: 'appio', name: 'Carillon Outbox (push)', keys: {} },
]);

/** Providers of text messages. */
export const SMS_PROVIDERS = tableOf(SMS_ADAPTERS, [
  { id: OUTBOX_PROVIDERS.sms, after: 'africas-talking', name: 'Carillon Outbox (SMS)', keys: {} },
  {
    id: 'eazy-sms',
    after: 'brevo-sms',
    name: 'Eazy SMS',
    keys: { needed: ['apiKey', 'channelId'] },
    cannotSend: 'its public documentation does not settle how a text message is written',
  },
  { id: 'imedia', after: 'smsmode', name: 'iMedia', cannotSend: 'it publishes no description of its API' },
]);

/** Every provider that can be integrated, by channel. Agents have none. */
export const PROVIDERS: Readonly<Record<Channel | 'agent', ProviderTable>> = {
  in_app: IN_APP_PROVIDERS,
  email: EMAIL_PROVIDERS,
  sms: SMS_PROVIDERS,
  chat: CHAT_PROVIDERS,
  push: PUSH_PROVIDERS,
  tool: tableOf(TOOL_ADAPTERS, []),
  agent: AGENT_PROVIDERS,
};

/** Returns the provider with an id in a channel, or among the agents when there is no channel. */
export function findProvider(channel: Channel | undefined, providerId: string): Provider | undefined {
  const providers = PROVIDERS[channel ?? 'agent'];
  return Object.hasOwn(providers, providerId) ? providers[providerId] : undefined;
}

/** Returns the channels with a provider of this id: none, one, or for a few providers two. */
export function channelsOf(providerId: string): Channel[] {
  return CHANNELS.filter((channel) => findProvider(channel, providerId) !== undefined);
}

function tableOf(adapters: readonly ListedAdapter[], others: readonly Unadapted[]): ProviderTable {
  const listed = adapters.flatMap((adapter) => [adapter, ...others.filter(({ after }) => after === adapter.id)]);
  return Object.fromEntries(listed.map((provider) => [provider.id, provider]));
}
