import { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import { ShowsReason } from '../audit/audited.js';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { KeepsRawBody, rawBodyOf } from '../platform/http/bodies/json-body.js';
import { readForm } from '../platform/http/bodies/read-form.js';
import { Bare } from '../platform/http/decorators.js';
import { ObjectIdPipe } from '../platform/ids.js';
import { readExpiry, SuppressionFilesService } from './suppression-files.service.js';
import { addressProblem } from './suppression-rules.js';
import {
  CreateSuppressionDto,
  type ImportedSuppressionsDto,
  ListSuppressionsQueryDto,
  RemovalDto,
  SuppressionDto,
  SuppressionFilterDto,
  type SuppressionPageDto,
  toSuppressionDto,
  toSuppressionPageDto,
} from './suppressions.dto.js';
import { SuppressionsService } from './suppressions.service.js';

const CSV = 'text/csv';

@ApiTags('Suppressions')
@Access('subscribers')
@Controller('v1/suppressions')
export class SuppressionsController {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly files: SuppressionFilesService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * List suppressed addresses
   *
   * A page of the addresses to which nothing is sent, newest first. An address has an entry for each reason.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListSuppressionsQueryDto,
  ): Promise<SuppressionPageDto> {
    const { after, before, limit } = query;
    const part = { after, before, limit, orderBy: '_id', orderDirection: 'DESC' } as const;
    return toSuppressionPageDto(await this.suppressions.list(environment, query, part));
  }

  /**
   * Suppress an address
   *
   * From the response on nothing is sent to the address that the reason forbids: no step, retry, digest or replay. 201
   * when the entry is new. The same channel, address and reason again change its expiry, and the response is 200.
   */
  @Post()
  @ApiCreatedResponse({ type: SuppressionDto, description: 'The entry was added.' })
  @ApiOkResponse({ type: SuppressionDto, description: 'The entry existed and was renewed.' })
  async add(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { channel, address, reason, expiresAt: until }: CreateSuppressionDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuppressionDto> {
    const problem = addressProblem(channel, address);
    if (problem !== undefined) throw ValidationException.of('address', `address ${problem}`, address);
    const expiresAt = typeof until === 'string' ? readExpiry(until, this.clock.now()) : undefined;
    if (typeof expiresAt === 'string') throw ValidationException.of('expiresAt', `expiresAt ${expiresAt}`, until);
    const source = { type: environment.caller?.kind === 'person' ? 'console' : 'api' } as const;
    const added = { channel, address, reason, source, ...(expiresAt && { expiresAt }) };
    const { entry, created } = await this.suppressions.put(environment, added);
    reply.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return toSuppressionDto(entry);
  }

  /**
   * Import suppressed addresses
   *
   * A CSV file, as the body or in a form. The first line names the columns: `channel`, `address`, and if you like `reason`
   * (else `manual`) and `expiresAt`; others are ignored. Rows that cannot be used are left out and named in `errors`.
   */
  @Post('import')
  @HttpCode(HttpStatus.OK)
  @KeepsRawBody()
  @ApiConsumes(CSV, 'multipart/form-data')
  @ApiBody({ schema: { type: 'string', example: 'channel,address,reason\nemail,ada@example.com,complaint\n' } })
  async import(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Req() request: FastifyRequest,
  ): Promise<ImportedSuppressionsDto> {
    return this.files.import(environment, await this.textOf(request));
  }

  /**
   * Export suppressed addresses
   *
   * All entries that match the filters as CSV, oldest first. The file can be imported. A field that a spreadsheet would
   * read as a formula has an apostrophe before it, which an import takes away.
   */
  @Get('export')
  @Bare()
  @ApiOkResponse({ content: { [CSV]: { schema: { type: 'string' } } }, description: 'The file.' })
  export(@CurrentEnvironment() environment: EnvironmentRef, @Query() filter: SuppressionFilterDto): StreamableFile {
    const rows = Readable.from(this.files.export(environment, filter), { objectMode: false });
    return new StreamableFile(rows, { type: CSV, disposition: 'attachment; filename="suppressions.csv"' });
  }

  /**
   * Remove a suppressed address
   *
   * Messages are sent to the address again, unless it has another entry. A `reason` is required, in the query or in the
   * body; the audit trail has it.
   */
  @Delete(':suppressionId')
  @ShowsReason()
  @ApiBody({ type: RemovalDto, required: false })
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('suppressionId', new ObjectIdPipe('Suppression')) id: Types.ObjectId,
    @Query() query: RemovalDto,
    @Body() body?: RemovalDto,
  ): Promise<void> {
    const reason = [query.reason, body?.reason].find((text) => text !== undefined && text.trim() !== '');
    if (reason === undefined) {
      throw ValidationException.of('reason', 'reason must say why the address may be written to again');
    }
    await this.suppressions.delete(environment, id);
  }

  private async textOf(request: FastifyRequest): Promise<string> {
    if (!request.isMultipart()) return rawBodyOf(request);
    const { largeBodyLimitBytes: bytes } = this.config;
    const { files } = await readForm(request, { files: 1, fileBytes: bytes, totalBytes: bytes });
    return files[0]?.content.toString() ?? '';
  }
}
