import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { OutboundHttpModule } from '../../platform/outbound-http/outbound-http.module.js';
import { WorkflowsModule } from '../workflows.module.js';
import { BridgeClient } from './bridge-client.js';
import { BridgeController } from './bridge.controller.js';
import { BridgeSyncService } from './bridge-sync.service.js';
import { BridgeWorkflows } from './bridge-workflows.service.js';
import { SyncTurns } from './sync-turns.js';

/** Workflows that an application defines in code. */
@Module({
  imports: [AuthModule, EnvironmentsModule, OutboundHttpModule, WorkflowsModule],
  controllers: [BridgeController],
  providers: [BridgeClient, BridgeSyncService, BridgeWorkflows, SyncTurns],
  exports: [BridgeClient, BridgeWorkflows],
})
export class BridgeModule {}
