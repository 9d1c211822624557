import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { SessionStart } from './session-start.service.js';

/** People: how they sign in, and what they may do. */
@Module({
  imports: [AuthModule],
  providers: [SessionStart],
})
export class AccountsModule {}
