import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { AccessGuard } from './access.guard.js';
import { ApiKeys } from './api-keys.service.js';
import { CredentialCaches } from './credential-caches.service.js';
import { EnvironmentChoice } from './environment-choice.service.js';
import { EnvironmentLookup } from './environment-lookup.service.js';
import { Environment, EnvironmentSchema } from './environment.schema.js';
import { Guests } from './guests/guests.service.js';
import { KeyUses } from './key-uses.service.js';
import { EditorsService } from './organizations/editors.service.js';
import { RetentionService } from './retention.service.js';
import { User, UserSchema } from './organizations/organization.schema.js';
import { UsersController } from './organizations/users.controller.js';
import { Account, AccountSchema } from './people/account.schema.js';
import { PersonSession, PersonSessionSchema } from './people/person-session.schema.js';
import { EventLimitGuard, RequestLimits } from './request-limits.js';
import { PersonSessions } from './people/person-sessions.service.js';
import { SigningSecrets } from './signing-secrets.service.js';

/** Who may do what: API keys, sessions of people, permissions, and the environments they are for. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Environment.name, schema: EnvironmentSchema },
      { name: User.name, schema: UserSchema },
      { name: Account.name, schema: AccountSchema },
      { name: PersonSession.name, schema: PersonSessionSchema },
    ]),
  ],
  controllers: [UsersController],
  providers: [
    AccessGuard,
    ApiKeys,
    CredentialCaches,
    EditorsService,
    EnvironmentChoice,
    EnvironmentLookup,
    EventLimitGuard,
    Guests,
    KeyUses,
    PersonSessions,
    RequestLimits,
    RetentionService,
    SigningSecrets,
    { provide: APP_GUARD, useExisting: AccessGuard },
    { provide: APP_GUARD, useExisting: EventLimitGuard },
  ],
  exports: [
    AccessGuard,
    CredentialCaches,
    EditorsService,
    EnvironmentLookup,
    Guests,
    MongooseModule,
    RequestLimits,
    RetentionService,
    SigningSecrets,
  ],
})
export class AuthModule {}
