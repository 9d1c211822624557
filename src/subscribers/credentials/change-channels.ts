import { isDeepStrictEqual } from 'node:util';
import type { SubscriberChannel } from '../subscriber.schema.js';
import type { CredentialBox, CredentialOwner, OpenChannel } from './credential-box.js';
import { mergeCredentials, type TokenMode } from './merge-credentials.js';

/** Has the last word on what merged credentials become; it may throw. */
export type TokenLimit = (
  stored: OpenChannel['credentials'],
  merged: OpenChannel['credentials'],
) => OpenChannel['credentials'];

/**
 * The channels of a subscriber after credentials were given for some integrations, or undefined when that changes
 * nothing (behaviour R3). Channels of other integrations are not even opened.
 */
export function changeChannels(
  box: CredentialBox,
  owner: CredentialOwner,
  stored: readonly SubscriberChannel[],
  given: readonly OpenChannel[],
  { mode, limit }: { mode: TokenMode; limit: TokenLimit },
): SubscriberChannel[] | undefined {
  let changed = false;
  const channels = [...stored];
  for (const channel of given) {
    const index = channels.findIndex(({ integrationId }) => integrationId.equals(channel.integrationId));
    const known = channels[index] && box.open(owner, channels[index]);
    if (!known && mode === 'remove') continue;
    const before = known?.credentials ?? {};
    const after = { ...channel, credentials: limit(before, mergeCredentials(before, channel.credentials, mode)) };
    if (known && isDeepStrictEqual(known.credentials, after.credentials)) continue;
    changed = true;
    const sealed = box.seal(owner, after);
    if (known) channels[index] = sealed;
    else channels.push(sealed);
  }
  return changed ? channels : undefined;
}
