import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import {
  CreateEnvironmentVariableDto,
  type EnvironmentVariableDto,
  ListEnvironmentVariablesQueryDto,
  toEnvironmentVariableDto,
  UpdateEnvironmentVariableDto,
} from './env-variables.dto.js';
import { VariableDefinitionsService } from './variable-definitions.service.js';

@ApiTags('Environment variables')
@Access('variables')
@Controller('v1/environment-variables')
export class EnvironmentVariablesController {
  constructor(private readonly variables: VariableDefinitionsService) {}

  /**
   * Create a variable
   *
   * For all environments of the organization, with a value for each that is to know it. Templates and conditions read it
   * as `env.<key>`. A value for another environment that is protected is 403, a key that is taken 409. `••••••••`, which
   * stands for secrets in responses, is refused as a value: 400.
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  async create(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Body() request: CreateEnvironmentVariableDto,
  ): Promise<EnvironmentVariableDto> {
    return toEnvironmentVariableDto(caller, await this.variables.create(caller, request));
  }

  /**
   * List variables
   *
   * All of the organization, or those whose key contains a text, by key. People see the values of environments in which
   * their role may read variables.
   */
  @Get()
  async list(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Query() { search }: ListEnvironmentVariablesQueryDto,
  ): Promise<EnvironmentVariableDto[]> {
    return (await this.variables.list(caller, search)).map((one) => toEnvironmentVariableDto(caller, one));
  }

  /**
   * Retrieve a variable
   *
   * Values of a secret are shown as `••••••••`.
   */
  @Get(':variableKey')
  async get(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('variableKey') variableKey: string,
  ): Promise<EnvironmentVariableDto> {
    return toEnvironmentVariableDto(caller, await this.variables.findOrFail(caller, variableKey));
  }

  /**
   * Update a variable
   *
   * Absent fields stay as they are, and so do the values of environments that are not named. A secret variable becomes open
   * only together with a new value for every environment that has one. `••••••••` is refused as a value: 400. The
   * value of a protected environment is only changed with a key of its own; with another key it is 403.
   */
  @Patch(':variableKey')
  async update(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('variableKey') variableKey: string,
    @Body() changes: UpdateEnvironmentVariableDto,
  ): Promise<EnvironmentVariableDto> {
    return toEnvironmentVariableDto(caller, await this.variables.update(caller, variableKey, changes));
  }

  /**
   * Delete a variable
   *
   * With its values in all environments, or 403 when another one that is protected has a value. Templates that use it find
   * nothing any more.
   */
  @Delete(':variableKey')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@CurrentEnvironment() caller: EnvironmentRef, @Param('variableKey') variableKey: string): Promise<void> {
    await this.variables.delete(caller, variableKey);
  }
}
