/**
 * Providers that the contract does not know, and those whose ids stand for them where only ids of the contract may: a
 * service of the installation's own comes closest.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'web-push': 'push-webhook',
  'outbox-push': 'push-webhook',
  'outbox-chat': 'chat-webhook',
};

/** The ids that the contract does not know. */
export const OWN_PROVIDER_IDS: readonly string[] = Object.keys(STAND_INS);

/** The id of a provider as official Novu clients know it; they refuse the whole answer for the sake of another. */
export function contractProviderId(providerId: string): string {
  return Object.hasOwn(STAND_INS, providerId) ? STAND_INS[providerId]! : providerId;
}
