import { ConflictException, ForbiddenException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Account, type ProviderIdentity } from '../../auth/people/account.schema.js';
import { Config } from '../../platform/config/config.js';
import { retryLostWrite } from '../../platform/persistence/writes.js';
import { NewAccounts } from '../new-accounts.js';
import { OwnOrganization } from '../own-organization.service.js';
import type { ProviderPerson } from './claims.js';
import type { GrantedRoles } from './group-roles.js';
import { ProviderRoles, toStored } from './provider-roles.service.js';

/** The accounts of people who have signed in at the OpenID provider. */
@Injectable()
export class ProviderPeople {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly organization: OwnOrganization,
    private readonly newAccounts: NewAccounts,
    private readonly roles: ProviderRoles,
    private readonly config: Config,
  ) {}

  /**
   * The account of a person, with the roles of their groups. It is that of their identity at the provider, else the one
   * with their email address, else a new one. Throws 403 with the reason when there is none.
   */
  async admit(person: ProviderPerson): Promise<Account> {
    const organizationId = await this.organization.id();
    const granted = await this.roles.rolesOf(organizationId, person);
    const account = await retryLostWrite(
      async () =>
        (await this.findByIdentity(organizationId, person)) ??
        (await this.linkOrCreate(organizationId, person, granted)),
    );
    return this.roles.follow(account, person, granted);
  }

  private findByIdentity(
    organizationId: Types.ObjectId,
    { issuer, subject }: ProviderIdentity,
  ): Promise<Account | null> {
    return this.accounts.findOne({ organizationId, 'identity.issuer': issuer, 'identity.subject': subject }).lean();
  }

  /**
   * An email address says less than an identity: a person who can enter any address at the provider could take over the
   * account of another. An account is linked only when the provider has verified the address, and to one identity.
   */
  private async linkOrCreate(
    organizationId: Types.ObjectId,
    person: ProviderPerson,
    granted: GrantedRoles | undefined,
  ): Promise<Account> {
    const { issuer, subject, email, emailVerified } = person;
    if (email === undefined)
      throw refusal(
        `The provider says no email address of you in the claim '${this.config.oidcEmailClaim}'`,
        'An administrator adds it there, or names another claim in OIDC_EMAIL_CLAIM; OIDC_SCOPES may need `email`.',
      );
    if (emailVerified === false)
      throw refusal(
        `The provider has not verified your email address ${email}`,
        'Verify it at the provider, then sign in again.',
      );
    const $set = { identity: { issuer, subject } };
    const linked = emailVerified
      ? await this.accounts
          .findOneAndUpdate(
            { organizationId, email, identity: { $exists: false } },
            { $set },
            { returnDocument: 'after' },
          )
          .lean()
      : undefined;
    if (linked) return linked;
    if (await this.accounts.exists({ organizationId, email })) return this.whoseItIs(organizationId, person, email);
    if (!this.config.oidcCreate)
      throw refusal(
        `There is no account with the email address ${email}`,
        'An owner or admin invites you. Accounts are not created by signing in (OIDC_CREATE=false).',
      );
    if (!granted) throw this.roles.refusalFor(person);
    return this.create(organizationId, { ...person, email }, granted);
  }

  /** The account of an address was linked or created just now by the same person, or it is not theirs. */
  private async whoseItIs(organizationId: Types.ObjectId, person: ProviderPerson, email: string): Promise<Account> {
    const own = await this.findByIdentity(organizationId, person);
    if (own) return own;
    throw refusal(
      `There is an account with the email address ${email}, and it cannot be linked to you`,
      person.emailVerified
        ? 'It belongs to another identity at the provider. An administrator deletes it if it is no longer in use; then sign in again.'
        : 'The provider does not say that it has verified the address (`email_verified`), so that the account could be that of another person. Sign in as before, or let an administrator delete that account.',
    );
  }

  /** Of concurrent first sign-ins one creates the account, by its unique indexes; the others find it. */
  private async create(
    organizationId: Types.ObjectId,
    person: ProviderPerson & { email: string },
    granted: GrantedRoles,
  ): Promise<Account> {
    const { issuer, subject, email, name } = person;
    try {
      return await this.newAccounts.create({
        organizationId,
        email,
        ...(name !== undefined && { name }),
        ...toStored(granted),
        identity: { issuer, subject },
        rolesFrom: 'provider',
      });
    } catch (error) {
      if (error instanceof ConflictException) return this.whoseItIs(organizationId, person, email);
      throw error;
    }
  }
}

function refusal(message: string, hint: string): ForbiddenException {
  return new ForbiddenException({ message, error: 'Sign-in failed', hint });
}
