import type { ProviderTable } from './provider.js';

/** The inbox, which Carillon serves itself. */
export const IN_APP_PROVIDERS: ProviderTable = {
  novu: { name: 'In-app', keys: { optional: ['hmac'] } },
};
