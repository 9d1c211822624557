import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { ApiKeyGuard } from './api-key.guard.js';
import { CredentialCaches } from './credential-caches.service.js';
import { EnvironmentLookup } from './environment-lookup.service.js';
import { Environment, EnvironmentSchema } from './environment.schema.js';
import { EditorsService } from './organizations/editors.service.js';
import { User, UserSchema } from './organizations/organization.schema.js';
import { UsersController } from './organizations/users.controller.js';

/** Authentication: API keys, the environments they belong to, and the users they were created for. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Environment.name, schema: EnvironmentSchema },
      { name: User.name, schema: UserSchema },
    ]),
  ],
  controllers: [UsersController],
  providers: [
    ApiKeyGuard,
    CredentialCaches,
    EditorsService,
    EnvironmentLookup,
    { provide: APP_GUARD, useExisting: ApiKeyGuard },
  ],
  exports: [CredentialCaches, EditorsService, EnvironmentLookup, MongooseModule],
})
export class AuthModule {}
