import { BadRequestException } from '@nestjs/common';
import type { Channel } from '#libs/channels.js';
import { isCredentialKey } from '#libs/providers/kit/account.js';
import type { KeyForm } from '#libs/providers/kit/provider.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { didYouMean } from '../platform/values/nearest.js';
import { channelsOf, findProvider, type Provider, PROVIDERS } from './catalogue.js';
import { meantCredential } from './credentials.js';
import type { IntegrationKind } from './integration.schema.js';

/** The fields of a request that name what it integrates. */
interface Wanted {
  kind: IntegrationKind;
  channel?: Channel;
  providerId: string;
}

/** A provider, and the channel it is integrated for. */
interface Chosen {
  provider: Provider;
  channel?: Channel;
}

/**
 * Returns the provider that a request names. Throws 422 when there is no such provider, when several channels have it,
 * or when nothing can be sent with it (behaviour G12).
 */
export function chooseProvider({ kind, channel, providerId }: Wanted): Chosen {
  if (kind === 'agent') return { provider: findProvider(undefined, providerId) ?? unknownProvider(kind, providerId) };
  const chosen = channel ?? onlyChannel(providerId);
  const provider = findProvider(chosen, providerId) ?? unknownProvider(chosen, providerId);
  assertSendable({ channel: chosen, providerId });
  return { provider, channel: chosen };
}

/** Throws 422 when nothing can be sent with the provider of an integration (behaviour G12). */
export function assertSendable({ channel, providerId }: Pick<Wanted, 'channel' | 'providerId'>): void {
  const { name, cannotSend } = findProvider(channel, providerId) ?? {};
  if (cannotSend === undefined) return;
  const message = `Carillon cannot send with ${name} (${providerId}): ${cannotSend}. GET /v1/integrations/providers lists those it can send with, as sendable`;
  throw ValidationException.of('providerId', message, providerId);
}

/** Throws 400 when a credential that the provider needs, as the others are, is missing. */
export function assertComplete(
  provider: Provider | undefined,
  present: Readonly<Record<string, unknown>>,
  sent: object | undefined,
): void {
  const { needed = [], forms = {} } = provider?.keys ?? {};
  const isUsed = ({ when }: KeyForm = {}): boolean =>
    !when || when.values.some((value) => value === (present[when.key] ?? ''));
  const missing = needed.filter((key) => !Object.hasOwn(present, key) && isUsed(forms[key]));
  if (missing.length > 0) {
    const others = Object.keys(sent ?? {}).filter((key) => !isCredentialKey(key));
    const named = missing.map((key) => {
      const instead = others.find((other) => meantCredential(other, missing) === key);
      return instead === undefined ? key : `${key} (it was sent as '${instead.slice(0, 100)}')`;
    });
    throw new BadRequestException(`The credentials of ${provider?.name} are incomplete; missing: ${named.join(', ')}`);
  }
}

function onlyChannel(providerId: string): Channel {
  const [only, ...others] = channelsOf(providerId);
  if (only === undefined) return unknownProvider('delivery', providerId);
  if (others.length === 0) return only;
  throw ValidationException.of('channel', `channel must be given: one of ${[only, ...others].join(', ')}`);
}

function unknownProvider(where: string, providerId: string): never {
  const tables = where in PROVIDERS ? [PROVIDERS[where as Channel]] : Object.values(PROVIDERS);
  const known = tables.flatMap((table) => Object.entries(table));
  // People know some by what they speak, as SMTP.
  const byName = known.find(([, { name }]) => name.toLowerCase() === providerId.toLowerCase());
  const suggestion = byName
    ? ` Did you mean '${byName[0]}'?`
    : didYouMean(
        providerId,
        known.map(([id]) => id),
      );
  const elsewhere = channelsOf(providerId).map((channel) => ` '${providerId}' is one of the channel ${channel}.`);
  const message = `providerId must be that of a known provider (${where})`;
  const more = elsewhere.join('') || suggestion;
  throw ValidationException.of('providerId', more ? `${message}.${more}` : message, providerId);
}
