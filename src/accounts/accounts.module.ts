import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { Organization, OrganizationSchema } from '../auth/organizations/organization.schema.js';
import { OwnOrganization } from './own-organization.service.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SessionStart } from './session-start.service.js';
import { OwnSessions } from './sessions/own-sessions.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Guesses } from './sign-in/guesses.service.js';
import { PasswordProof } from './sign-in/password-proof.service.js';
import { SessionController } from './sign-in/session.controller.js';
import { SignInAttempts, SignInAttemptsSchema } from './sign-in/sign-in-attempts.schema.js';
import { SignIn } from './sign-in/sign-in.service.js';

/** People: how they sign in, and what they may do. */
@Module({
  imports: [
    AuthModule,
    MongooseModule.forFeature([
      { name: Organization.name, schema: OrganizationSchema },
      { name: SignInAttempts.name, schema: SignInAttemptsSchema },
    ]),
  ],
  controllers: [SessionController, SessionsController, SecondFactorController],
  providers: [Guesses, OwnOrganization, OwnSessions, PasswordProof, SecondFactors, SessionStart, SignIn],
})
export class AccountsModule {}
