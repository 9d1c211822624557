import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysService } from './api-keys.service.js';
import { CredentialCaches } from './credential-caches.service.js';
import { EnvironmentLookup } from './environment-lookup.service.js';
import { Environment, EnvironmentSchema } from './environment.schema.js';
import { EditorsService } from './organizations/editors.service.js';
import { User, UserSchema } from './organizations/user.schema.js';
import { UsersController } from './organizations/users.controller.js';

/** Who calls: API keys, the environments they are for, and the users they were made for. */
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
    ApiKeysService,
    CredentialCaches,
    EditorsService,
    EnvironmentLookup,
    { provide: APP_GUARD, useExisting: ApiKeyGuard },
  ],
  exports: [ApiKeysService, CredentialCaches, EditorsService, EnvironmentLookup, MongooseModule],
})
export class AuthModule {}
