import { ForbiddenException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { AccountRoles } from '../../auth/account-roles.js';
import type { PersonCaller } from '../../auth/caller.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Environment } from '../../auth/environment.schema.js';
import { Account, type EnvironmentRole } from '../../auth/people/account.schema.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import type { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { type IssuedLinkDto, toIssuedLinkDto } from '../links/links.dto.js';
import { LinkEmails } from '../links/link-emails.js';
import { OneTimeLinks } from '../links/one-time-links.js';
import { MemberChanges } from './member-changes.js';
import { type ResetMemberDto, toEnvironmentRoles, type UpdateMemberDto } from './members.dto.js';
import { NO_ROLES, whyNotGive } from '../role-rules.js';

/** The members of an organization, for those among them who may manage them. */
@Injectable()
export class MembersService {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly changes: MemberChanges,
    private readonly links: OneTimeLinks,
    private readonly emails: LinkEmails,
  ) {}

  list({ organizationId }: PersonCaller, { limit, ...page }: CursorQueryDto): Promise<CursorPage<Account>> {
    return findCursorPage(this.accounts, { organizationId }, { ...page, limit, orderBy: '_id' });
  }

  /** Throws 404. */
  async findOrFail({ organizationId }: Pick<PersonCaller, 'organizationId'>, _id: Types.ObjectId): Promise<Account> {
    const account = await this.accounts.findOne({ _id, organizationId }).lean();
    if (!account) throw notFound('Member', _id);
    return account;
  }

  /**
   * Changes the fields of the request. Throws 404; 403 for roles that the caller may not give or change; 422 for an unknown
   * environment; 409 for the last owner, and for concurrent changes of the role.
   */
  async update(caller: PersonCaller, id: Types.ObjectId, request: UpdateMemberDto): Promise<Account> {
    const account = await this.findOrFail(caller, id);
    const { name = account.name, role = account.role } = request;
    const environmentRoles = request.environmentRoles
      ? toEnvironmentRoles(request.environmentRoles)
      : account.environmentRoles;
    await this.assertMayGive(caller, account, { role, environmentRoles });
    if (request.environmentRoles) await this.assertKnown(caller, environmentRoles);
    return this.changes.update(account, { name: name ?? undefined, role, environmentRoles });
  }

  /** Throws 404; 403 for an owner unless the caller may change owners; 409 for the last owner. */
  async remove(caller: PersonCaller, id: Types.ObjectId): Promise<void> {
    const account = await this.findOrFail(caller, id);
    await this.assertMayGive(caller, account, NO_ROLES);
    await this.changes.remove(account);
  }

  /**
   * Makes a link to a new password. A person with the link becomes that member, so the caller must be allowed to give
   * the roles of the member. Throws 404 and 403.
   */
  async reset(
    caller: PersonCaller,
    environment: EnvironmentRef | undefined,
    id: Types.ObjectId,
    { secondFactor }: ResetMemberDto,
  ): Promise<IssuedLinkDto> {
    const account = await this.findOrFail(caller, id);
    await this.assertMayGive(caller, account, account);
    await this.assertMayGive(caller, NO_ROLES, account);
    const issued = await this.links.reset(account, {
      createdBy: caller.userId,
      ...(secondFactor && { removesSecondFactor: true }),
    });
    return toIssuedLinkDto(issued, await this.emails.send(issued, environment));
  }

  /** Throws 403 unless the caller may change these roles so. The caller's own are read: they may just have changed. */
  async assertMayGive(caller: PersonCaller, before: AccountRoles, after: AccountRoles): Promise<void> {
    const giver = await this.accounts.findOne({ _id: caller.userId, organizationId: caller.organizationId }).lean();
    const problem = whyNotGive(giver ?? NO_ROLES, before, after);
    if (problem === undefined) return;
    throw new ForbiddenException({
      message: problem,
      error: 'Forbidden',
      hint: 'Owners may give every role. Others give those whose permissions their own has, in the organization and in each environment.',
    });
  }

  /** Throws 422 for an environment that the organization does not have. */
  async assertKnown({ organizationId }: PersonCaller, roles: readonly EnvironmentRole[]): Promise<void> {
    const ids = roles.map(({ environmentId }) => environmentId);
    const known = await this.environments.find({ organizationId, _id: { $in: ids } }, { _id: 1 }).lean();
    const index = ids.findIndex((id) => !known.some(({ _id }) => _id.equals(id)));
    if (index === -1) return;
    const field = `environmentRoles.${index}.environmentId`;
    throw ValidationException.of(field, 'Not an environment of the organization', ids[index]!.toHexString());
  }
}
