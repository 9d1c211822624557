import { CHAT_ADAPTERS } from './chat/chat-providers.js';
import { EMAIL_ADAPTERS } from './email/email-providers.js';
import type { Provider } from './kit/provider.js';
import { PUSH_ADAPTERS } from './push/push-providers.js';
import { SMS_ADAPTERS } from './sms/sms-providers.js';
import { TOOL_ADAPTERS } from './tool/tool-providers.js';

/** Everything that messages can be sent with. */
const ADAPTERS = [
  ...EMAIL_ADAPTERS,
  ...SMS_ADAPTERS,
  ...PUSH_ADAPTERS,
  ...CHAT_ADAPTERS,
  ...TOOL_ADAPTERS,
] as readonly Provider[];

const BY_NAME = new Map(ADAPTERS.map((provider) => [`${provider.channel} ${provider.id}`, provider]));

/** What sends with a provider in a channel; undefined when there is nothing. */
export function findAdapter(channel: string, providerId: string): Provider | undefined {
  return BY_NAME.get(`${channel} ${providerId}`);
}
