import { Module } from '@nestjs/common';
import { AddressGuard } from './guard/address-guard.js';
import { GuardedHttp } from './guarded-http.js';
import { GuardedSockets } from './guarded-sockets.js';
import { HttpTargets } from './guard/http-targets.js';
import { NameResolver } from './guard/name-resolver.js';

/** Requests and connections to servers that are not ours. */
@Module({
  providers: [AddressGuard, GuardedHttp, GuardedSockets, HttpTargets, NameResolver],
  exports: [GuardedHttp, GuardedSockets],
})
export class OutboundHttpModule {}
