import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { AuditTrail, originOf, personActor } from '../../audit/audit-trail.service.js';
import { Organization } from '../../auth/organizations/organization.schema.js';
import { Account } from '../../auth/people/account.schema.js';
import { dto } from '../../platform/http/dto.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { AcceptInvitationDto, LinkDetailsDto, ResetPasswordDto } from './invitations.dto.js';
import { MemberChanges } from '../members/member-changes.js';
import { NO_ROLES, whyNotGive } from '../role-rules.js';
import { NewAccounts } from '../new-accounts.js';
import { Guesses } from '../guesses/guesses.service.js';
import { assertGoodPassword } from '../password-rules.js';
import { Passwords } from '../passwords.js';
import type { LinkPurpose, OneTimeLink } from '../links/one-time-link.schema.js';
import { OneTimeLinks } from '../links/one-time-links.js';

/**
 * Uses the links that people have received. A link is used up last, when everything about the request is in order, and
 * before anything is changed: of concurrent uses one is carried out.
 */
@Injectable()
export class LinkUses {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(Organization.name) private readonly organizations: Model<Organization>,
    private readonly links: OneTimeLinks,
    private readonly newAccounts: NewAccounts,
    private readonly changes: MemberChanges,
    private readonly guesses: Guesses,
    private readonly passwords: Passwords,
    private readonly trail: AuditTrail,
  ) {}

  /** What a link is for. Throws 404. */
  async lookUp(token: string): Promise<LinkDetailsDto> {
    const { organizationId, purpose, email, name, role, expiresAt } = await this.findOrFail(token, [
      'setup',
      'invitation',
      'reset',
    ]);
    const organization = await this.organizations.findById(organizationId, { name: 1 }).lean();
    return dto<LinkDetailsDto>({
      purpose,
      email,
      name,
      role: purpose === 'setup' ? 'owner' : role,
      organization: organization?.name ?? '',
      expiresAt,
    });
  }

  /**
   * Makes the account of an invitation, or of the first owner. Throws 404 for a link that does not work, 422 for a password
   * or address that cannot be, 409 when the person is a member by now.
   */
  async accept({ token, password, name, email: given }: AcceptInvitationDto): Promise<Account> {
    const purposes: LinkPurpose[] = ['setup', 'invitation'];
    const link = await this.findOrFail(token, purposes);
    const email = emailOf(link, given);
    assertGoodPassword('password', password, email);
    if (!(await this.isStillMeant(link))) throw noLink();
    const hash = await this.passwords.hash(password, { key: email, isKnown: true });
    const used = await this.links.use(token, purposes);
    if (!used) throw noLink();
    const { organizationId, role = 'owner', environmentRoles = [] } = used;
    const fields = { organizationId, email, name: name || used.name, role, environmentRoles, password: hash };
    const account = await this.newAccounts.create(fields);
    await this.links.endSetup(organizationId);
    return account;
  }

  /**
   * Stores a new password and signs the person out everywhere. Failed attempts to sign in from this address no longer slow
   * the person. Throws 404 and 422.
   */
  async resetPassword({ token, password }: ResetPasswordDto, request: FastifyRequest): Promise<void> {
    const { accountId, organizationId, email = '' } = await this.findOrFail(token, ['reset']);
    assertGoodPassword('password', password, email);
    const hash = await this.passwords.hash(password, { key: email, isKnown: true });
    const used = await this.links.use(token, ['reset']);
    if (!used) throw noLink();
    const account = await this.accounts
      .findOneAndUpdate(
        { _id: accountId, organizationId },
        {
          $set: { password: hash },
          $inc: { sessionVersion: 1 },
          ...(used.removesSecondFactor && { $unset: { secondFactor: 1 } }),
        },
        { returnDocument: 'after' },
      )
      .lean();
    if (!account) throw noLink();
    await this.changes.endSessions(account);
    await this.guesses.forget({ organizationId: account.organizationId, email: account.email, address: request.ip });
    await this.trail.record({
      organizationId: account.organizationId,
      actor: personActor(account),
      origin: originOf(request),
      operation: 'Links_reset',
      method: request.method,
      route: request.routeOptions.url,
      resource: 'session',
      resourceIds: [account._id],
    });
  }

  private async findOrFail(token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink> {
    const link = await this.links.find(token, purposes);
    if (!link) throw noLink();
    return link;
  }

  /** An invitation by somebody who could no longer make it does not work, nor a second first owner. */
  private async isStillMeant({ organizationId, purpose, createdBy, role, ...link }: OneTimeLink): Promise<boolean> {
    if (purpose === 'setup') return (await this.accounts.exists({ organizationId })) === null;
    if (!createdBy) return true;
    const maker = await this.accounts.findOne({ _id: createdBy, organizationId }).lean();
    const roles = { role: role ?? 'none', environmentRoles: link.environmentRoles ?? [] };
    return whyNotGive(maker ?? NO_ROLES, NO_ROLES, roles) === undefined;
  }
}

function emailOf({ email }: OneTimeLink, given: string | undefined): string {
  if (email === undefined && given === undefined)
    throw ValidationException.of('email', 'email must be an email address, but is missing: this link names none');
  if (email !== undefined && given !== undefined && email !== given)
    throw ValidationException.of('email', 'email must be that of the invitation; leave it out', given);
  return email ?? given!;
}

/** One response for a link that is unknown, was used, or has expired. */
function noLink(): NotFoundException {
  return new NotFoundException({
    message: 'This link does not work',
    error: 'Not Found',
    hint: 'It was used already, has expired, was replaced by a newer one, or is incomplete. An owner or admin can make another; so can `carillon accounts` on the server.',
  });
}
