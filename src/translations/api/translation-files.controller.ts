import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../auth/access.guard.js';
import { Config } from '../../platform/config/config.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  ImportMasterJsonDto,
  MasterJsonDto,
  MasterJsonImportDto,
  MasterJsonQueryDto,
  UploadTranslationsDto,
} from '../translations.dto.js';
import { RESOURCE_TYPES } from '../translation.schema.js';
import { TranslationFilesService } from './translation-files.service.js';
import { readForm } from '../../platform/http/bodies/read-form.js';

const FILE = { type: 'string', format: 'binary' };

/** Translations as files: by language for one resource, or by resource for one language. */
@ApiTags('Translations')
@Access('translations')
@Controller('v2/translations')
export class TranslationFilesController {
  constructor(
    private readonly files: TranslationFilesService,
    private readonly config: Config,
  ) {}

  /**
   * Upload translations
   *
   * One JSON file for each language, named after it: `en_US.json`. A file that cannot be used is left out and named in
   * `errors`; the others are saved.
   */
  @Post('upload')
  @HttpCode(HttpStatus.OK)
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['resourceId', 'resourceType', 'files'],
      properties: {
        resourceId: { type: 'string', description: 'The workflow or layout: its identifier, internal id, or slug.' },
        resourceType: { type: 'string', enum: [...RESOURCE_TYPES] },
        files: { type: 'array', items: FILE, description: 'Also accepted as `files[]`.' },
      },
    },
  })
  async upload(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Req() request: FastifyRequest,
  ): Promise<UploadTranslationsDto> {
    const { maxTranslationFiles, maxTranslationBytes, largeBodyLimitBytes } = this.config;
    const limits = { files: maxTranslationFiles, fileBytes: maxTranslationBytes, totalBytes: largeBodyLimitBytes };
    return this.files.upload(environment, await readForm(request, limits));
  }

  /**
   * Export all translations of one language
   *
   * As one JSON object with the texts of all workflows and layouts that have some.
   */
  @Get('master-json')
  async export(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: MasterJsonQueryDto,
  ): Promise<MasterJsonDto> {
    return this.files.export(environment, query.locale);
  }

  /**
   * Import translations of one language
   *
   * In the form of the export. Texts of the workflows and layouts in it are replaced; unknown ones are named in `failed`,
   * and the others are imported.
   */
  @Post('master-json')
  @HttpCode(HttpStatus.OK)
  async import(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: ImportMasterJsonDto,
  ): Promise<MasterJsonImportDto> {
    return this.files.import(environment, request.locale, request.masterJson);
  }

  /**
   * Import translations of one language from a file
   *
   * A JSON file in the form of the export, named after its language: `en_US.json`.
   */
  @Post('master-json/upload')
  @HttpCode(HttpStatus.OK)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', required: ['file'], properties: { file: FILE } } })
  async importFile(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Req() request: FastifyRequest,
  ): Promise<MasterJsonImportDto> {
    const { largeBodyLimitBytes: bytes } = this.config;
    const { files } = await readForm(request, { files: 1, fileBytes: bytes, totalBytes: bytes });
    return this.files.importFile(environment, files);
  }
}
