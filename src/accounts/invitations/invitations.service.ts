import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { AccountRoles } from '../../auth/account-roles.js';
import type { PersonCaller } from '../../auth/caller.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Account } from '../../auth/people/account.schema.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock } from '../../platform/clock.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import type { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { LinkEmails } from '../links/link-emails.js';
import { OneTimeLink } from '../links/one-time-link.schema.js';
import { OneTimeLinks } from '../links/one-time-links.js';
import { toEnvironmentRoles } from '../members/members.dto.js';
import { MembersService } from '../members/members.service.js';
import { NO_ROLES } from '../role-rules.js';
import { type CreateInvitationDto, type NewInvitationDto, toNewInvitationDto } from './invitations.dto.js';

/** Open invitations. A person who accepts one becomes a member. */
@Injectable()
export class InvitationsService {
  constructor(
    @InjectModel(OneTimeLink.name) private readonly open: Model<OneTimeLink>,
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly members: MembersService,
    private readonly links: OneTimeLinks,
    private readonly emails: LinkEmails,
    private readonly clock: Clock,
  ) {}

  list(caller: PersonCaller, { limit, ...page }: CursorQueryDto): Promise<CursorPage<OneTimeLink>> {
    return findCursorPage(this.open, this.openOf(caller), { ...page, limit, orderBy: '_id' });
  }

  /**
   * Invites somebody; an earlier invitation to the address is replaced. Throws 403 for a role that the caller may not give,
   * 409 when the address is that of a member, 422 for an unknown environment.
   */
  async create(
    caller: PersonCaller,
    environment: EnvironmentRef | undefined,
    { email, name, role, environmentRoles: given = [] }: CreateInvitationDto,
  ): Promise<NewInvitationDto> {
    const { organizationId, userId: createdBy } = caller;
    const environmentRoles = toEnvironmentRoles(given);
    await this.members.assertMayGive(caller, NO_ROLES, { role, environmentRoles });
    await this.members.assertKnown(caller, environmentRoles);
    if (await this.accounts.exists({ organizationId, email }))
      throw new ConflictException(`'${email}' is a member already`);
    const former = await this.open.findOne({ ...this.openOf(caller), email }).lean();
    if (former) await this.members.assertMayGive(caller, rolesOf(former), { role, environmentRoles });
    const issued = await this.links.invite(organizationId, { email, name, role, environmentRoles, createdBy });
    return toNewInvitationDto(issued, await this.emails.send(issued, environment));
  }

  /** Throws 404, and 403 for the invitation of an owner unless the caller may change owners. */
  async withdraw(caller: PersonCaller, _id: Types.ObjectId): Promise<void> {
    const one = { ...this.openOf(caller), _id };
    const found = await this.open.findOne(one).lean();
    if (!found) throw notFound('Invitation', _id);
    await this.members.assertMayGive(caller, rolesOf(found), NO_ROLES);
    const { deletedCount } = await this.open.deleteOne({ ...one, tokenHash: found.tokenHash });
    if (deletedCount === 0) throw notFound('Invitation', _id);
  }

  private openOf({ organizationId }: PersonCaller) {
    return { organizationId, purpose: 'invitation' as const, expiresAt: { $gt: this.clock.now() } };
  }
}

function rolesOf({ role = 'none', environmentRoles = [] }: OneTimeLink): AccountRoles {
  return { role, environmentRoles };
}
