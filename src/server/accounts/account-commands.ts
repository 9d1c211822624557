import { HttpException } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { type IssuedLink, OneTimeLinks } from '../../accounts/links/one-time-links.js';
import { OneTimeLink, OneTimeLinkSchema } from '../../accounts/links/one-time-link.schema.js';
import { MemberChanges } from '../../accounts/members/member-changes.js';
import { OwnerDepartures } from '../../accounts/members/owner-departures.js';
import { AuditEntry, AuditEntrySchema } from '../../audit/audit-entry.schema.js';
import { AuditTrail, systemActor } from '../../audit/audit-trail.service.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { Organization, OrganizationSchema } from '../../auth/organizations/organization.schema.js';
import { Account, AccountSchema } from '../../auth/people/account.schema.js';
import { PersonSession, PersonSessionSchema } from '../../auth/people/person-session.schema.js';
import type { Role } from '../../auth/permissions.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config/config.js';
import type { KeyRing } from '../../platform/crypto/secret-box.js';
import type { PubSub } from '../../platform/queue/pub-sub.js';
import { CommandError } from '../../platform/command-line/errors.js';

/**
 * Manages members from the command line of the server, by the same rules as the API, except that it may do what an owner
 * may. Running processes notice within a second, when the sessions they have cached expire.
 */
export class AccountCommands {
  private readonly accounts: Model<Account>;
  private readonly openLinks: Model<OneTimeLink>;
  private readonly organizations: Model<Organization>;
  private readonly links: OneTimeLinks;
  private readonly changes: MemberChanges;
  private readonly trail: AuditTrail;
  private readonly clock = new Clock();

  constructor(
    connection: Connection,
    { keys, config, pubSub }: { keys: KeyRing; config: Config; pubSub: PubSub },
    private readonly say: (line: string) => void,
  ) {
    this.accounts = connection.model<Account>(Account.name, AccountSchema);
    this.openLinks = connection.model<OneTimeLink>(OneTimeLink.name, OneTimeLinkSchema);
    this.organizations = connection.model<Organization>(Organization.name, OrganizationSchema);
    this.trail = new AuditTrail(connection.model<AuditEntry>(AuditEntry.name, AuditEntrySchema), this.clock);
    this.links = new OneTimeLinks(this.openLinks, keys, config, this.clock);
    this.changes = new MemberChanges(
      this.accounts,
      connection.model<PersonSession>(PersonSession.name, PersonSessionSchema),
      new OwnerDepartures(this.accounts, this.clock),
      this.links,
      new CredentialCaches(pubSub, config),
    );
  }

  /** Invites somebody; the account is made when the link is used. */
  async create(email: string, role: Role, name: string | undefined): Promise<void> {
    const organizationId = await this.organizationId();
    if (await this.accounts.exists({ organizationId, email }))
      throw new CommandError(`'${email}' is a member already; reset makes a link to a new password`);
    const issued = await this.links.invite(organizationId, { email, role, name, environmentRoles: [] });
    await this.record('Accounts_create', issued.link);
    this.print(issued);
  }

  async list(): Promise<void> {
    const organizationId = await this.organizationId();
    const accounts = await this.accounts.find({ organizationId }).sort({ _id: 1 }).lean();
    for (const { email, role, name, environmentRoles } of accounts) {
      const differing = environmentRoles.length > 0 ? `  another role in ${environmentRoles.length} environments` : '';
      this.say(`${email}  ${role}${name ? `  ${name}` : ''}${differing}`);
    }
    const open = { organizationId, purpose: 'invitation' as const, expiresAt: { $gt: this.clock.now() } };
    for (const { email, role, expiresAt } of await this.openLinks.find(open).sort({ _id: 1 }).lean())
      this.say(`${email}  ${role}  invited until ${expiresAt.toISOString()}`);
    if (accounts.length === 0) this.say('Nobody can sign in yet; make the first: create EMAIL --role owner');
  }

  async reset(email: string, secondFactor: boolean): Promise<void> {
    const account = await this.find(email);
    const issued = await this.links.reset(account, secondFactor ? { removesSecondFactor: true } : {});
    await this.record('Accounts_reset', account);
    this.print(issued);
  }

  async changeRole(email: string, role: Role): Promise<void> {
    const account = await this.find(email);
    const { name, environmentRoles } = account;
    await inOneLine(this.changes.update(account, { name, environmentRoles, role }));
    await this.record('Accounts_role', account);
    this.say(`${email} has the role ${role}`);
  }

  async remove(email: string): Promise<void> {
    const account = await this.find(email);
    await inOneLine(this.changes.remove(account));
    await this.record('Accounts_remove', account);
    this.say(`${email} is removed`);
  }

  private record(
    operation: string,
    { _id, organizationId, email = '' }: Pick<OneTimeLink, '_id' | 'organizationId' | 'email'>,
  ): Promise<void> {
    const resourceIds = [_id, email];
    const actor = systemActor('command line');
    return this.trail.record({ organizationId, actor, operation, resource: 'members', resourceIds });
  }

  private print({ link, url }: IssuedLink): void {
    this.say(url);
    this.say(`It works once, until ${link.expiresAt.toISOString()}`);
  }

  private async find(email: string): Promise<Account> {
    const account = await this.accounts.findOne({ organizationId: await this.organizationId(), email }).lean();
    if (!account) throw new CommandError(`'${email}' is not a member; list shows them`);
    return account;
  }

  private async organizationId(): Promise<Types.ObjectId> {
    const organization = await this.organizations.findOne({}, { _id: 1 }).sort({ _id: 1 }).lean();
    if (!organization) throw new CommandError('The data are empty. Start Carillon once');
    return organization._id;
  }
}

/** What the API would respond with is the line that is printed. */
async function inOneLine(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    throw error instanceof HttpException ? new CommandError(error.message) : error;
  }
}
