import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  CreateTranslationDto,
  toTranslationDto,
  type TranslationDto,
  type TranslationGroupDto,
} from '../translations.dto.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from '../translation.schema.js';
import { ResourceTypePipe } from './translated-resources.service.js';
import { ResourceTextsDto, SaveTextsDto } from '../translation-table.dto.js';
import { TranslationEditingService } from './translation-editing.service.js';
import { ExtractedTextsDto, ExtractTextsDto } from '../extract-texts.dto.js';
import { TextExtractionService } from './text-extraction.service.js';
import { TranslationTableService } from './translation-table.service.js';

const ApiResourceType = () => ApiParam({ name: 'resourceType', enum: RESOURCE_TYPES });

@ApiTags('Translations')
@Access('translations')
@Controller('v2/translations')
export class TranslationsController {
  constructor(
    private readonly translations: TranslationEditingService,
    private readonly table: TranslationTableService,
    private readonly extraction: TextExtractionService,
  ) {}

  /**
   * Create or update a translation
   *
   * Replaces the texts of a workflow or layout in one language. They are used once `isTranslationEnabled` is true there.
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  async save(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateTranslationDto,
  ): Promise<TranslationDto> {
    return toTranslationDto(await this.translations.save(environment, request));
  }

  /**
   * Extract texts from steps
   *
   * Puts `{{t.welcome.heading}}` and the like in place of the texts of steps, and returns both. The steps print what they
   * printed before. Nothing is saved: save `content` in the default language, then the steps. HTML, code, and texts with tags
   * such as `{% if %}` stay as they are.
   */
  @Post('extract')
  @Requires('translations:read')
  @HttpCode(HttpStatus.OK)
  async extract(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: ExtractTextsDto,
  ): Promise<ExtractedTextsDto> {
    return this.extraction.extract(environment, request);
  }

  /**
   * Retrieve the languages of a workflow or layout
   *
   * With the keys that its templates look up and a language lacks.
   */
  @Get('group/:resourceType/:resourceId')
  @ApiResourceType()
  async group(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
  ): Promise<TranslationGroupDto> {
    return this.translations.group(environment, resourceType, resourceId);
  }

  /**
   * Retrieve the texts in all languages
   *
   * With what each language lacks, and what in it is outdated.
   */
  @Get(':resourceType/:resourceId')
  @ApiResourceType()
  async getAll(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
  ): Promise<ResourceTextsDto> {
    return this.table.find(environment, resourceType, resourceId);
  }

  /**
   * Save the texts in several languages
   *
   * Replaces the texts of the languages that are named; others stay. A language with an `updatedAt` that is no longer its
   * own has been saved by another caller meanwhile: then nothing is saved, and the response is 409.
   */
  @Put(':resourceType/:resourceId')
  @ApiResourceType()
  async saveAll(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
    @Body() request: SaveTextsDto,
  ): Promise<ResourceTextsDto> {
    return this.table.save(environment, resourceType, resourceId, request);
  }

  /** Retrieve a translation */
  @Get(':resourceType/:resourceId/:locale')
  @ApiResourceType()
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
    @Param('locale') locale: string,
  ): Promise<TranslationDto> {
    return toTranslationDto(await this.translations.findOrFail(environment, resourceType, resourceId, locale));
  }

  /** Delete a translation */
  @Delete(':resourceType/:resourceId/:locale')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiResourceType()
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
    @Param('locale') locale: string,
  ): Promise<void> {
    await this.translations.delete(environment, resourceType, resourceId, locale);
  }

  /** Delete all translations of a workflow or layout */
  @Delete(':resourceType/:resourceId')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiResourceType()
  async deleteAll(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('resourceType', ResourceTypePipe) resourceType: TranslatedResourceType,
    @Param('resourceId') resourceId: string,
  ): Promise<void> {
    await this.translations.deleteAll(environment, resourceType, resourceId);
  }
}
