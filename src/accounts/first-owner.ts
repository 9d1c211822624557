import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { AuditTrail, systemActor } from '../audit/audit-trail.service.js';
import { Account } from '../auth/people/account.schema.js';
import { Config } from '../platform/config/config.js';
import { OneTimeLinks } from './links/one-time-links.js';
import { NewAccounts } from './new-accounts.js';
import { passwordProblem } from './password-rules.js';
import { Passwords } from './passwords.js';

/** The first owner: created at a start from the settings, or with the link that a start prints. */
@Injectable()
export class FirstOwner {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly newAccounts: NewAccounts,
    private readonly links: OneTimeLinks,
    private readonly passwords: Passwords,
    private readonly trail: AuditTrail,
    private readonly config: Config,
  ) {}

  /**
   * To be called at every start. Makes the owner of `BOOTSTRAP_OWNER`, or returns the token of the link to print; does
   * nothing once there is an account.
   */
  async prepare(organizationId: Types.ObjectId): Promise<string | undefined> {
    if (await this.accounts.exists({ organizationId })) return undefined;
    const { bootstrapOwner } = this.config;
    if (bootstrapOwner === undefined) return this.links.setupToken(organizationId);
    await this.create(organizationId, bootstrapOwner);
    return undefined;
  }

  private async create(organizationId: Types.ObjectId, emailAndPassword: string): Promise<void> {
    const end = emailAndPassword.indexOf(':');
    const [email, password] = [emailAndPassword.slice(0, end), emailAndPassword.slice(end + 1)];
    const problem = passwordProblem(password, email);
    if (problem !== undefined) throw new Error(`BOOTSTRAP_OWNER cannot be used: the password ${problem}`);
    try {
      const owner = { organizationId, email, role: 'owner' as const, password: await this.passwords.hash(password) };
      const account = await this.newAccounts.create(owner);
      await this.trail.record({
        organizationId,
        actor: systemActor('first start'),
        operation: 'Bootstrap_owner',
        resource: 'members',
        resourceIds: [account._id],
      });
    } catch (error) {
      // Another process that starts with the same settings was first.
      if (!(error instanceof ConflictException)) throw error;
    }
    await this.links.endSetup(organizationId);
  }
}
