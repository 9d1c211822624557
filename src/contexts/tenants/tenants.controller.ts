import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  CreateTenantDto,
  ListTenantsQueryDto,
  type TenantDto,
  type TenantPageDto,
  toTenantDto,
  UpdateTenantDto,
} from './tenants.dto.js';
import { TenantsService } from './tenants.service.js';

@ApiTags('Tenants')
@Access('contexts')
@Controller('v1/tenants')
export class TenantsController {
  constructor(private readonly tenants: TenantsService) {}

  /**
   * Create a tenant
   *
   * Triggers name it by its identifier. One that is taken is 409.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateTenantDto,
  ): Promise<TenantDto> {
    return toTenantDto(await this.tenants.create(environment, request));
  }

  /**
   * List tenants
   *
   * A page of the environment's tenants, newest first.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListTenantsQueryDto,
  ): Promise<TenantPageDto> {
    const { page, limit } = query;
    const { tenants, totalCount } = await this.tenants.list(environment, query);
    const hasMore = (page + 1) * limit < totalCount;
    return { page, pageSize: limit, totalCount, hasMore, data: tenants.map(toTenantDto) };
  }

  /**
   * Retrieve a tenant
   *
   * By your own id of it.
   */
  @Get(':tenantIdentifier')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('tenantIdentifier') identifier: string,
  ): Promise<TenantDto> {
    return toTenantDto(await this.tenants.findOrFail(environment, identifier));
  }

  /**
   * Update a tenant
   *
   * Absent fields stay as they are. An identifier that is taken is 409.
   */
  @Patch(':tenantIdentifier')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('tenantIdentifier') identifier: string,
    @Body() changes: UpdateTenantDto,
  ): Promise<TenantDto> {
    return toTenantDto(await this.tenants.update(environment, identifier, changes));
  }

  /**
   * Delete a tenant
   *
   * Later triggers that name it get the status `no_tenant_found`.
   */
  @Delete(':tenantIdentifier')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('tenantIdentifier') identifier: string,
  ): Promise<void> {
    await this.tenants.delete(environment, identifier);
  }
}
