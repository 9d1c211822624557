import { read } from '../../api/read';
import type { Schemas } from '../../api/client';
import { oneOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Member = Schemas['OrganizationMemberDto'];
export type Invitation = Schemas['InvitationDto'];

/** The parts of the team. */
export const TEAM_TABS = ['members', 'invitations'] as const;

/** What the address of the list says. */
export interface TeamSearch extends Place {
  tab?: (typeof TEAM_TABS)[number];
}

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): TeamSearch {
  return { ...placeOf(given), tab: oneOf(TEAM_TABS, given.tab) };
}

const PAGE = 25;

/** A page of members. */
export function memberList({ after, before }: Place) {
  return read('/v1/members', { query: { after, before, limit: PAGE } });
}

/** One member. */
export function member(memberId: string) {
  return read('/v1/members/{memberId}', { path: { memberId } });
}

/** A page of the invitations that are open. */
export function invitationList({ after, before }: Place) {
  return read('/v1/invitations', { query: { after, before, limit: PAGE } });
}
