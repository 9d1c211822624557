import type { ProviderTable } from './provider.js';

/** Runtimes of agents; they belong to no channel. */
export const AGENT_PROVIDERS: ProviderTable = {
  anthropic: { name: 'Anthropic' },
  'novu-anthropic': { name: 'Carillon Anthropic' },
  'anthropic-aws': { name: 'Anthropic on AWS' },
};
