import { Module } from '@nestjs/common';
import { AddressGuard, HttpTargets, NameResolver } from './address-guard.js';
import { GuardedHttp } from './guarded-http.js';
import { GuardedSockets } from './guarded-sockets.js';

/** Requests and connections to external servers. */
@Module({
  providers: [AddressGuard, GuardedHttp, GuardedSockets, HttpTargets, NameResolver],
  exports: [GuardedHttp, GuardedSockets],
})
export class OutboundHttpModule {}
