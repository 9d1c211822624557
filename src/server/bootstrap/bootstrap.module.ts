import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../../auth/auth.module.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { LegacyModule } from '../../legacy/legacy.module.js';
import { Organization, OrganizationSchema } from '../../auth/organizations/organization.schema.js';
import { User, UserSchema } from '../../auth/organizations/user.schema.js';
import { BootstrapService } from './bootstrap.service.js';

@Module({
  imports: [
    AuthModule,
    IntegrationsModule,
    LegacyModule,
    MongooseModule.forFeature([
      { name: Organization.name, schema: OrganizationSchema },
      { name: User.name, schema: UserSchema },
    ]),
  ],
  providers: [BootstrapService],
})
export class BootstrapModule {}
