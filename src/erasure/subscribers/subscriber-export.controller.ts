import { Readable } from 'node:stream';
import { Controller, Get, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { assertMayToo } from '../../auth/may-write.js';
import { ShowsSecret } from '../../audit/audited.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { Bare, WhileClientWaits } from '../../platform/http/decorators.js';
import { SubscriberExportService } from './subscriber-export.service.js';

const JSON_LINES = 'application/x-ndjson';

@ApiTags('Subscribers')
@Controller('v2/subscribers')
export class SubscriberExportController {
  constructor(private readonly exports: SubscriberExportService) {}

  /**
   * Export a subscriber
   *
   * Everything that is stored of the person, as JSON lines of `kind` and `data`, as far as it has not expired. That is
   * the profile, messages, activity, payloads of triggers, preferences, subscriptions, addresses, kept contents, and entries
   * of the suppression list about these addresses. The
   * last line is the receipt: the number of lines of each kind and the SHA-256 hash of all lines before it. An export
   * without it was interrupted. It takes `subscribers:read`, too: 403 without. Device tokens and addresses are masked
   * without `secrets:read`. Each export leaves an entry in the audit trail. Two exports of an environment run at a
   * time; for further ones it is 429 with `Retry-After`.
   */
  @Get(':subscriberId/export')
  @Bare()
  @Requires('content:read')
  @ShowsSecret('content:read')
  @ApiResponse({ status: 429, type: ErrorDto, description: 'Two exports of the environment are running.' })
  @ApiOkResponse({ content: { [JSON_LINES]: { schema: { type: 'string' } } }, description: 'JSON lines.' })
  async export(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @WhileClientWaits() signal: AbortSignal,
  ): Promise<StreamableFile> {
    assertMayToo(environment, 'subscribers:read');
    this.exports.begin(environment, signal);
    const lines = Readable.from(await this.exports.export(environment, subscriberId), { objectMode: false });
    return new StreamableFile(lines, { type: JSON_LINES, disposition: 'attachment; filename="subscriber.jsonl"' });
  }
}
