import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';

export type Integration = Schemas['IntegrationDto'];
export type Provider = Schemas['IntegrationProviderDto'];
export type Channel = NonNullable<Integration['channel']>;

/** The channels in the order in which they are shown, with their names. */
export const CHANNELS = {
  email: 'Email',
  sms: 'SMS',
  push: 'Push',
  chat: 'Chat',
  in_app: 'In-app',
  tool: 'Incident alerts',
} as const satisfies Record<Channel, string>;

const CHANNEL_NAMES = Object.keys(CHANNELS) as Channel[];

/** What the address of the catalogue says, and of the form for what was chosen there. */
export interface CatalogueSearch {
  name?: string;
  channel?: Channel;
  provider?: string;
}

/** The part of the address that belongs to the catalogue. */
export function catalogueSearchOf({ name, channel, provider }: Record<string, unknown>): CatalogueSearch {
  return { name: textOf(name), channel: oneOf(CHANNEL_NAMES, channel), provider: textOf(provider) };
}

/** The integrations of all environments: the API has no other list. */
export const integrationList = read('/v1/integrations', {});

/** What can be integrated. */
export const providerList = read('/v1/integrations/providers', {});
