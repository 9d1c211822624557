import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Put } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../auth/access.guard.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  type DefinitionsDiffDto,
  type DefinitionsDto,
  GivenDefinitionsDto,
  StoreDefinitionsDto,
  type StoreDefinitionsResultDto,
} from '../definitions.dto.js';
import { DefinitionImportService } from './definition-import.service.js';

@ApiTags('Environments')
@Access('environments')
@Controller('v2/environments')
export class DefinitionsController {
  constructor(private readonly definitions: DefinitionImportService) {}

  /**
   * Read the definitions of an environment
   *
   * All workflows and layouts as their authors wrote them, with their translations, without ids and dates: the form in
   * which `carillon workflows` keeps them in files.
   */
  @Get(':environmentId/definitions')
  @Requires('workflows:read')
  async export(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
  ): Promise<DefinitionsDto> {
    return this.definitions.export(caller, environmentId);
  }

  /**
   * Compare definitions with an environment
   *
   * The changes that storing them would make. Resources that they do not name are not compared.
   */
  @Post(':environmentId/definitions/diff')
  @Requires('workflows:read')
  @HttpCode(HttpStatus.OK)
  async diff(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
    @Body() request: GivenDefinitionsDto,
  ): Promise<DefinitionsDiffDto> {
    return this.definitions.diff(caller, environmentId, request);
  }

  /**
   * Store definitions in an environment
   *
   * They are stored as if they were published from another environment. What is equal is not saved again, each is
   * replaced as a whole, and one that fails is reported and stays as it was. Resources that are neither given nor named
   * in `deleted` stay. A workflow with issues is stored, too, and its issues are returned. A protected environment takes a key of
   * its own; with `dryRun` any will do.
   */
  @Put(':environmentId/definitions')
  @Requires('environments:publish')
  @ApiForbiddenResponse({ type: ErrorDto, description: 'Another environment is protected.' })
  async store(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
    @Body() request: StoreDefinitionsDto,
  ): Promise<StoreDefinitionsResultDto> {
    return this.definitions.store(caller, environmentId, request);
  }
}
