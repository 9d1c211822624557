import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  CreateTranslationDto,
  toTranslationDto,
  type TranslationDto,
  type TranslationGroupDto,
} from '../translations.dto.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from '../translation.schema.js';
import { ResourceTypePipe } from './translated-resources.service.js';
import { TranslationEditingService } from './translation-editing.service.js';

const ApiResourceType = () => ApiParam({ name: 'resourceType', enum: RESOURCE_TYPES });

@ApiTags('Translations')
@Access('translations')
@Controller('v2/translations')
export class TranslationsController {
  constructor(private readonly translations: TranslationEditingService) {}

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
