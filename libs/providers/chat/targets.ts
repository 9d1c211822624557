import { isUrl } from '#libs/url/is-url.js';
import { AccountError } from '../kit/account.js';
import type { ChatContent, ChatTarget } from '../kit/content.js';
import type { ChatProvider } from '../kit/provider.js';

/** The address of a webhook. Throws {@link AccountError} for other targets and for an address that is not http(s). */
export function webhookAddress({ target }: ChatContent, service: string): string {
  if (target.kind !== 'webhook') throw wrongTarget(service, 'a webhook', target);
  if (!/^https?:\/\//i.test(target.url) || !isUrl(target.url)) {
    throw new AccountError('the webhook has no http or https address', 'recipient');
  }
  return target.url;
}

/** The channel that a webhook shall post to instead of its own. */
export function webhookChannel({ target }: ChatContent): string | undefined {
  return target.kind === 'webhook' ? target.channel : undefined;
}

/** A phone number. Throws {@link AccountError} for other targets. */
export function phoneNumber({ target }: ChatContent, service: string): string {
  if (target.kind !== 'phone') throw wrongTarget(service, 'a phone number', target);
  return target.number;
}

/** The error for a kind of target that this service does not have. */
export function wrongTarget(service: string, wanted: string, { kind }: ChatTarget): AccountError {
  return new AccountError(`${service} sends to ${wanted}, and not to a ${kind}`, 'recipient');
}

/** The token of the target's workspace. Throws {@link AccountError} when no workspace is connected. */
export function connectionToken(target: ChatTarget): string {
  const token = 'token' in target ? target.token : undefined;
  if (token === undefined) throw new AccountError(`the ${target.kind} has no connection to a workspace`, 'recipient');
  return token;
}

/** The secrets of a target: anyone who knows the address of a webhook can post to it. */
export function targetSecrets({ target }: ChatContent): string[] {
  switch (target.kind) {
    case 'webhook':
      return [target.url, ...partsOf(target.url)];
    case 'channel':
    case 'user':
      return target.token === undefined ? [] : [target.token];
    case 'phone':
      return [];
  }
}

function partsOf(address: string): string[] {
  if (!isUrl(address)) return [];
  const { href, pathname, search, searchParams } = new URL(address);
  return [href, `${pathname}${search}`, pathname, search, ...searchParams.values()];
}

/** A provider that sends to webhooks with `webhooks` and to all other targets with `others`. */
export function byTarget(webhooks: ChatProvider, others: ChatProvider): ChatProvider {
  return {
    ...others,
    webhookLimits: webhooks.limits,
    send: (message, account, world) =>
      (message.content.target.kind === 'webhook' ? webhooks : others).send(message, account, world),
  };
}
