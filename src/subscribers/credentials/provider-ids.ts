import { CHAT_PROVIDERS } from '../../integrations/catalogue/chat-providers.js';
import { PUSH_PROVIDERS } from '../../integrations/catalogue/push-providers.js';

/** Providers that reach a person by credentials of their own: those of chat and push. */
export const CREDENTIAL_PROVIDERS: readonly string[] = Object.keys({ ...CHAT_PROVIDERS, ...PUSH_PROVIDERS });
