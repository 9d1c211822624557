import { Readable } from 'node:stream';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiForbiddenResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Requires } from '../auth/access.guard.js';
import type { Caller, PersonCaller } from '../auth/caller.js';
import { CurrentCaller, CurrentEnvironment, CurrentPerson, type EnvironmentRef } from '../auth/environment-ref.js';
import { ErrorDto } from '../platform/errors/error.dto.js';
import { Bare } from '../platform/http/decorators.js';
import { type AuditPageDto, AuditPeriodDto, ListAuditQueryDto, toAuditPageDto } from './audit.dto.js';
import { AuditService } from './audit.service.js';

const JSON_LINES = 'application/x-ndjson';

@ApiTags('Audit')
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /**
   * List the audit trail
   *
   * Who changed what, when and from where, and who saw which secret; newest first. Keys see the entries of their
   * environment. People see those of environments where their role may read the trail and, if it may in the organization,
   * those of the organization. Triggers, and what subscribers do in their inbox, are activity and not in the trail.
   */
  @Get()
  @Bare()
  @Requires('audit:read')
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @CurrentCaller() caller: Caller,
    @Query() query: ListAuditQueryDto,
  ): Promise<AuditPageDto> {
    return toAuditPageDto(await this.audit.list(environment, caller, query));
  }

  /**
   * Export the audit trail
   *
   * All entries of the organization as JSON lines, oldest first, without gaps. `carillon audit verify FILE` checks them
   * without a server: each line has its hash and that of the line before. For people whose role in the organization, and in
   * every environment, may read the trail.
   */
  @Get('export')
  @Bare()
  @Requires('audit:export')
  @ApiForbiddenResponse({ type: ErrorDto, description: 'A role in an environment may not read the trail.' })
  @ApiOkResponse({ content: { [JSON_LINES]: { schema: { type: 'string' } } }, description: 'JSON lines.' })
  async export(@CurrentPerson() person: PersonCaller, @Query() period: AuditPeriodDto): Promise<StreamableFile> {
    const lines = Readable.from(await this.audit.export(person, period), { objectMode: false });
    return new StreamableFile(lines, { type: JSON_LINES, disposition: 'attachment; filename="audit.jsonl"' });
  }
}
