import type { Member } from '../members.service.js';

/** The subscriber of a subscription. Fields that are not set are left out. */
export class MemberDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own id of this person.
   * @example ada
   */
  subscriberId: string;

  /** Address of a picture. */
  avatar?: string;

  /**
   * First name.
   * @example Ada
   */
  firstName?: string;

  /**
   * Last name.
   * @example Lovelace
   */
  lastName?: string;

  /**
   * Email address.
   * @example ada@example.com
   */
  email?: string;
}

export function toMemberDto({ _id, subscriberId, avatar, firstName, lastName, email }: Member): MemberDto {
  return {
    _id: _id.toHexString(),
    subscriberId,
    ...(avatar !== undefined && { avatar }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
  };
}
