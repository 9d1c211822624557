import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { channelFacts } from '#libs/channels.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { ChannelCredentials, SubscriberChannel } from '../subscriber.schema.js';
import type { ChannelInputDto } from './channel-credentials.dto.js';
import type { CredentialBox, CredentialOwner, OpenChannel } from './credential-box.js';

/** Device tokens replace the stored ones, are added to them (behaviour R12, R13), or are removed from them (U3). */
export type TokenMode = 'replace' | 'add' | 'remove';

/** Decides what merged credentials become; it may throw. */
type TokenLimit = (
  stored: OpenChannel['credentials'],
  merged: OpenChannel['credentials'],
) => OpenChannel['credentials'];

/**
 * Credentials with the integration they are for: the one that is named, else the newest of the provider (behaviour R13).
 * `active` are the environment's active integrations, newest first. Throws a 422 that names the field when there is none.
 */
export function chooseIntegration(
  active: readonly Integration[],
  { providerId, integrationIdentifier, credentials = {} }: ChannelInputDto,
  parent = '',
): OpenChannel {
  const candidates = active.filter((one) => one.providerId === providerId && channelFacts(one.channel)?.hasCredentials);
  const integration =
    integrationIdentifier === undefined
      ? candidates[0]
      : candidates.find(({ identifier }) => identifier === integrationIdentifier);
  if (integration) {
    return { providerId, integrationIdentifier: integration.identifier, integrationId: integration._id, credentials };
  }
  throw integrationIdentifier === undefined
    ? ValidationException.of(
        `${parent}providerId`,
        `The environment has no active integration of the provider '${providerId}'`,
        providerId,
      )
    : ValidationException.of(
        `${parent}integrationIdentifier`,
        `The environment has no active integration '${integrationIdentifier}' of the provider '${providerId}'`,
        integrationIdentifier,
      );
}

/**
 * The channels of a subscriber after credentials were given for some integrations, or undefined when that changes
 * nothing (behaviour R3). Channels of other integrations are not decrypted.
 */
export function changeChannels(
  box: CredentialBox,
  owner: CredentialOwner,
  stored: readonly SubscriberChannel[],
  given: readonly OpenChannel[],
  { mode, limit, at }: { mode: TokenMode; limit: TokenLimit; at: Date },
): SubscriberChannel[] | undefined {
  let changed = false;
  const channels = [...stored];
  for (const channel of given) {
    const index = channels.findIndex(({ integrationId }) => integrationId.equals(channel.integrationId));
    const known = channels[index] && box.open(owner, channels[index]);
    if (!known && mode === 'remove') continue;
    const before = known?.credentials ?? {};
    const credentials = limit(before, mergeCredentials(before, channel.credentials, mode));
    const after = { ...channel, credentials, ...registered(known, credentials, at) };
    if (known && isDeepStrictEqual(known.credentials, after.credentials)) continue;
    changed = true;
    const sealed = box.seal(owner, after);
    if (known) channels[index] = sealed;
    else channels.push(sealed);
  }
  return changed ? channels : undefined;
}

/** The key of a device token in maps, which name no token: fields of the store cannot have every character. */
export function tokenKey(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}

/** When each token was stored. Some services say since when they no longer know one (behaviour U3). */
function registered(
  known: OpenChannel | undefined,
  { deviceTokens = [] }: ChannelCredentials,
  at: Date,
): Pick<OpenChannel, 'registeredAt'> {
  if (deviceTokens.length === 0) return {};
  const stored = new Set(known?.credentials.deviceTokens);
  const times = deviceTokens.flatMap((token) => {
    const time = stored.has(token) ? known?.registeredAt?.[tokenKey(token)] : at;
    return time ? [[tokenKey(token), time]] : [];
  });
  return { registeredAt: Object.fromEntries(times) as Record<string, Date> };
}

/**
 * Credentials after a change: given fields are set, others stay (behaviour R14), and device tokens are unique. Tokens
 * keep the order in which they were added.
 */
export function mergeCredentials(
  stored: ChannelCredentials,
  given: ChannelCredentials,
  mode: TokenMode,
): ChannelCredentials {
  const { deviceTokens, ...fields } = given;
  const merged: ChannelCredentials = { ...stored };
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(merged, { [field]: value });
  if (deviceTokens) {
    merged.deviceTokens = mergedTokens(stored.deviceTokens ?? [], deviceTokens, mode);
  }
  return merged;
}

function mergedTokens(stored: readonly string[], given: readonly string[], mode: TokenMode): string[] {
  switch (mode) {
    case 'replace':
      return [...new Set(given)];
    case 'add':
      return [...new Set([...stored, ...given])];
    case 'remove':
      return stored.filter((token) => !given.includes(token));
  }
}

/** Whether a change leads to more than `max` device tokens. Too many stored tokens do not prevent other changes. */
export function hasTooManyTokens(stored: ChannelCredentials, merged: ChannelCredentials, max: number): boolean {
  return countTokens(merged) > Math.max(max, countTokens(stored));
}

/** The credentials with as many device tokens as are allowed; stored tokens stay. */
export function withAllowedTokens(
  stored: ChannelCredentials,
  merged: ChannelCredentials,
  max: number,
): ChannelCredentials {
  if (!hasTooManyTokens(stored, merged, max)) return merged;
  return { ...merged, deviceTokens: merged.deviceTokens?.slice(0, Math.max(max, countTokens(stored))) };
}

/** 422: more device tokens than a subscriber may have at one integration (behaviour R13). */
export function tooManyTokens(
  field: string,
  { maxDeviceTokens }: Pick<Config, 'maxDeviceTokens'>,
): ValidationException {
  return ValidationException.of(field, `A subscriber has at most ${maxDeviceTokens} device tokens at one integration`);
}

function countTokens({ deviceTokens }: ChannelCredentials): number {
  return deviceTokens?.length ?? 0;
}
