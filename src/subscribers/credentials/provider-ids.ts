import { CHAT_PROVIDERS, PUSH_PROVIDERS } from '../../integrations/catalogue.js';

/** Providers that reach a person by credentials of their own: those of chat and push. */
export const CREDENTIAL_PROVIDERS: readonly string[] = Object.keys({ ...CHAT_PROVIDERS, ...PUSH_PROVIDERS });
