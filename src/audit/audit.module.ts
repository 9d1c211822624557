import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { OperationAudit } from '../auth/operation-audit.js';
import { AuditController } from './audit.controller.js';
import { AuditEntry, AuditEntrySchema } from './audit-entry.schema.js';
import { AuditedRequests } from './audited-requests.service.js';
import { AuditRetention } from './audit-retention.service.js';
import { AuditService } from './audit.service.js';
import { AuditTrail } from './audit-trail.service.js';
import { Pseudonyms } from './pseudonyms.service.js';

/** Who changed what, when and from where. Global, because operations of all modules are recorded. */
@Global()
@Module({
  imports: [AuthModule, MongooseModule.forFeature([{ name: AuditEntry.name, schema: AuditEntrySchema }])],
  controllers: [AuditController],
  providers: [
    AuditRetention,
    AuditService,
    AuditTrail,
    Pseudonyms,
    { provide: OperationAudit, useClass: AuditedRequests },
  ],
  exports: [AuditTrail, OperationAudit, Pseudonyms],
})
export class AuditModule {}
