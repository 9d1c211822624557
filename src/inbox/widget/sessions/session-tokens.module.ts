import { Module } from '@nestjs/common';
import { SessionTokens } from './session-tokens.service.js';

/** Stands alone, so that whatever lets subscribers in can check their tokens. */
@Module({ providers: [SessionTokens], exports: [SessionTokens] })
export class SessionTokensModule {}
