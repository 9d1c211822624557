import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { decodeSheet } from '#libs/csv/decode.js';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { KeepsRawBody, rawBodyOf } from '../../platform/http/bodies/json-body.js';
import { readForm } from '../../platform/http/bodies/read-form.js';
import { Bare } from '../../platform/http/decorators.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from '../translation.schema.js';
import { ExportTextsQueryDto, ImportedTextsDto, ImportTextsQueryDto } from '../translation-sheets.dto.js';
import { ResourceTypePipe } from './translated-resources.service.js';
import { TranslationSheetsService } from './translation-sheets.service.js';

const CSV = 'text/csv';
const JSON_TYPE = 'application/json';
const ENCODING = "The file must be in UTF-8 or UTF-16: spreadsheets call the first 'CSV UTF-8'";

/** All languages of a workflow or a layout as one file. */
@ApiTags('Translations')
@Access('translations')
@Controller('v2/translations')
export class TranslationSheetsController {
  constructor(
    private readonly sheets: TranslationSheetsService,
    private readonly config: Config,
  ) {}

  /**
   * Export the texts in all languages
   *
   * As CSV, with a row for each key and a column for each language, the default one first; or as JSON. The file can be
   * imported. A field that a spreadsheet would read as a formula has an apostrophe before it, which an import takes away.
   */
  @Get(':resourceType/:resourceId/export')
  @Bare()
  @ApiParam({ name: 'resourceType', enum: RESOURCE_TYPES })
  @ApiOkResponse({
    content: { [CSV]: { schema: { type: 'string' } }, [JSON_TYPE]: { schema: { type: 'object' } } },
    description: 'The file.',
  })
  async export(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
    @Query() { format }: ExportTextsQueryDto,
  ): Promise<StreamableFile> {
    const file = await this.sheets.export(environment, resourceType, resourceId, format);
    const type = format === 'csv' ? CSV : JSON_TYPE;
    return new StreamableFile(Buffer.from(file), { type, disposition: `attachment; filename="texts.${format}"` });
  }

  /**
   * Import texts in all languages
   *
   * A CSV or JSON file, as the body or in a form, in the form of the export. CSV may have semicolons or tabs, and may be
   * UTF-16. An empty text removes its key. Keys and languages that the file does not have stay; with `removeMissing` its
   * languages lose the other keys. What cannot be used is left out and named in `problems`. With `dryRun` nothing is saved.
   */
  @Post(':resourceType/:resourceId/import')
  @HttpCode(HttpStatus.OK)
  @KeepsRawBody()
  @ApiParam({ name: 'resourceType', enum: RESOURCE_TYPES })
  @ApiConsumes(CSV, JSON_TYPE, 'multipart/form-data')
  @ApiBody({ schema: { type: 'string', example: 'key,en_US,de_DE\ngreeting,Hello,Hallo\n' } })
  async import(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
    @Query() query: ImportTextsQueryDto,
    @Req() request: FastifyRequest,
  ): Promise<ImportedTextsDto> {
    return this.sheets.import(environment, resourceType, resourceId, await this.textOf(request), query);
  }

  private async textOf(request: FastifyRequest): Promise<string> {
    if (!request.isMultipart()) return rawBodyOf(request);
    const { largeBodyLimitBytes: bytes } = this.config;
    const { files } = await readForm(request, { files: 1, fileBytes: bytes, totalBytes: bytes });
    const [file] = files;
    if (!file) throw ValidationException.of('file', 'file must be one file');
    const text = decodeSheet(file.content);
    if (text === undefined) throw ValidationException.of('file', ENCODING);
    return text;
  }
}
