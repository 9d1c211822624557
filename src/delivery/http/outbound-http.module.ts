import { Module } from '@nestjs/common';
import { GuardedHttp } from './guarded-http.js';
import { HttpTargets } from './http-targets.js';

/** Requests to servers that are not ours. */
@Module({
  providers: [GuardedHttp, HttpTargets],
  exports: [GuardedHttp],
})
export class OutboundHttpModule {}
