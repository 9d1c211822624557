import type { SubscriberProfile } from '../../subscribers/subscriber-profile.js';

/**
 * The part of a profile that a browser may change of a known subscriber when nobody has vouched for it: how the person
 * is shown, and where and in which language. Whoever knows an id could otherwise have somebody's mail sent to an address
 * of their own, or make a condition on `data` decide in their favour.
 */
export function harmlessFields(profile: SubscriberProfile): SubscriberProfile {
  const { subscriberId, firstName, lastName, avatar, locale, timezone } = profile;
  return {
    subscriberId,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(avatar !== undefined && { avatar }),
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezone }),
  };
}
