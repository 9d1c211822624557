import { Module, type OnModuleInit } from '@nestjs/common';
import { InjectModel, MongooseModule } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { Organization, OrganizationSchema } from '../auth/organizations/organization.schema.js';
import { Account } from '../auth/people/account.schema.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { EnvironmentDeletionModule } from '../erasure/environments/environment-deletion.module.js';
import { EnvironmentRemoval } from '../erasure/environments/environment-removal.service.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { OutboundHttpModule } from '../platform/outbound-http/outbound-http.module.js';
import { FirstOwner } from './first-owner.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { LinkEmails } from './links/link-emails.js';
import { LinkMailServer } from './links/link-mail-server.js';
import { LinkUses } from './invitations/link-uses.js';
import { LinksController } from './invitations/links.controller.js';
import { OneTimeLink, OneTimeLinkSchema } from './links/one-time-link.schema.js';
import { OneTimeLinks } from './links/one-time-links.js';
import { MemberChanges } from './members/member-changes.js';
import { MembersController } from './members/members.controller.js';
import { MembersService } from './members/members.service.js';
import { OwnerDepartures } from './members/owner-departures.js';
import { NewAccounts } from './new-accounts.js';
import { OidcSignIn } from './oidc/oidc-sign-in.service.js';
import { OidcController } from './oidc/oidc.controller.js';
import { PendingSignIns } from './oidc/pending-sign-ins.service.js';
import { ProviderPeople } from './oidc/provider-people.service.js';
import { ProviderRoles } from './oidc/provider-roles.service.js';
import { ProviderDeadline } from './oidc/provider-fetch.js';
import { OidcProvider } from './oidc/provider.service.js';
import { UsedState, UsedStateSchema } from './oidc/used-state.schema.js';
import { OwnOrganization } from './own-organization.service.js';
import { PasswordCost, Passwords } from './passwords.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SessionStart } from './session-start.service.js';
import { OwnSessions } from './sessions/own-sessions.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { FailedAttempts } from './guesses/failed-attempts.service.js';
import { GuestController } from './sign-in/guest.controller.js';
import { Guesses } from './guesses/guesses.service.js';
import { PasswordProof } from './guesses/password-proof.service.js';
import { SessionController } from './sign-in/session.controller.js';
import { SignInAttempts, SignInAttemptsSchema } from './guesses/sign-in-attempts.schema.js';
import { SignIn } from './sign-in/sign-in.service.js';

/** People: how they sign in, and what they may do. */
@Module({
  imports: [
    AuditModule,
    AuthModule,
    DeliveryModule,
    EnvironmentDeletionModule,
    IntegrationsModule,
    OutboundHttpModule,
    MongooseModule.forFeature([
      { name: OneTimeLink.name, schema: OneTimeLinkSchema },
      { name: Organization.name, schema: OrganizationSchema },
      { name: SignInAttempts.name, schema: SignInAttemptsSchema },
      { name: UsedState.name, schema: UsedStateSchema },
    ]),
  ],
  controllers: [
    GuestController,
    InvitationsController,
    LinksController,
    MembersController,
    OidcController,
    SecondFactorController,
    SessionController,
    SessionsController,
  ],
  providers: [
    FailedAttempts,
    FirstOwner,
    Guesses,
    InvitationsService,
    LinkEmails,
    LinkMailServer,
    LinkUses,
    MemberChanges,
    MembersService,
    NewAccounts,
    OidcProvider,
    OidcSignIn,
    OneTimeLinks,
    OwnOrganization,
    OwnSessions,
    OwnerDepartures,
    PasswordCost,
    PasswordProof,
    Passwords,
    PendingSignIns,
    ProviderDeadline,
    ProviderPeople,
    ProviderRoles,
    SecondFactors,
    SessionStart,
    SignIn,
  ],
  exports: [FirstOwner],
})
export class AccountsModule implements OnModuleInit {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(OneTimeLink.name) private readonly links: Model<OneTimeLink>,
    private readonly environments: EnvironmentRemoval,
  ) {}

  /** Roles in an environment are removed with its data. */
  onModuleInit(): void {
    this.environments.removing.add(async ({ environmentId, organizationId }) => {
      const has = { organizationId, 'environmentRoles.environmentId': environmentId };
      const update = { $pull: { environmentRoles: { environmentId } } };
      await this.accounts.updateMany(has, update);
      await this.links.updateMany(has, update);
    });
  }
}
