import { CHAT_ADAPTERS } from './chat/chat-providers.js';
import { emailWebhook } from './email/email-webhook/email-webhook.provider.js';
import { resend } from './email/resend/resend.provider.js';
import type { Provider } from './kit/provider.js';
import { SMS_ADAPTERS } from './sms/sms-providers.js';

/** Everything that messages can be sent with. */
export const ADAPTERS = [resend, emailWebhook, ...SMS_ADAPTERS, ...CHAT_ADAPTERS] as readonly Provider[];

const BY_NAME = new Map(ADAPTERS.map((provider) => [`${provider.channel} ${provider.id}`, provider]));

/** What sends with a provider in a channel; undefined when there is nothing. */
export function findAdapter(channel: string, providerId: string): Provider | undefined {
  return BY_NAME.get(`${channel} ${providerId}`);
}
