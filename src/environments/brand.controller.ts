import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { BrandDto, type StoredBrandDto, toStoredBrandDto } from './brand.dto.js';
import { EnvironmentsService } from './environments.service.js';

/** The brand is that of the environment, whoever reads it. */
@ApiTags('Brand')
@Access('layouts')
@Controller('v1/brand')
export class BrandController {
  constructor(private readonly environments: EnvironmentsService) {}

  /**
   * Retrieve the brand
   *
   * How the emails made of blocks and the pages for subscribers of the environment look; empty when nothing is set.
   */
  @Get()
  async get(@CurrentEnvironment() environment: EnvironmentRef): Promise<StoredBrandDto> {
    return toStoredBrandDto(await this.environments.brandOf(environment));
  }

  /**
   * Update the brand
   *
   * Replaces what is stored; fields that are left out are as without a brand. Emails that are rendered from now on have it,
   * within half a minute. Templates read it as `brand`, such as `{{brand.logo}}`. Colours that make a text hard to read are
   * stored, and named in `warnings`. Publishing to another environment does not copy it.
   */
  @Put()
  async put(@CurrentEnvironment() environment: EnvironmentRef, @Body() brand: BrandDto): Promise<StoredBrandDto> {
    return toStoredBrandDto(await this.environments.setBrand(environment, brand));
  }
}
