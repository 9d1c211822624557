import { Body, Controller, Get, Injectable, Put, Req } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { Access } from '../auth/access.guard.js';
import { EnvironmentDeletedException, EnvironmentLookup } from '../auth/environment-lookup.service.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { type Brand, Environment } from '../auth/environment.schema.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { isObject } from '../platform/values/is-object.js';
import { BrandDto, type StoredBrandDto, toStoredBrandDto } from './brand.dto.js';

/** The brand of an environment (behaviour BR1), which is a field of it. */
@Injectable()
export class BrandService {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly lookup: EnvironmentLookup,
  ) {}

  async find({ id }: EnvironmentRef): Promise<Brand> {
    const environment = await this.environments.findById(id, { brand: 1 }).lean();
    if (!environment) throw new EnvironmentDeletedException(id);
    return environment.brand ?? {};
  }

  /** Replaces it. Other processes see it within half a minute. */
  async set({ id: _id }: EnvironmentRef, brand: Brand): Promise<Brand> {
    const given = Object.fromEntries(Object.entries(brand).filter(([, value]) => value !== undefined));
    await this.environments.updateOne({ _id }, { $set: { brand: given } });
    this.lookup.forget(_id);
    return given;
  }
}

@ApiTags('Brand')
@Access('layouts')
@Controller('v1/brand')
export class BrandController {
  constructor(private readonly brands: BrandService) {}

  /**
   * Retrieve the brand
   *
   * How the emails made of blocks and the pages for subscribers of the environment look; empty when nothing is set.
   */
  @Get()
  async get(@CurrentEnvironment() environment: EnvironmentRef): Promise<StoredBrandDto> {
    return toStoredBrandDto(await this.brands.find(environment));
  }

  /**
   * Update the brand
   *
   * Replaces what is stored; fields that are left out are as without a brand. Emails that are rendered from now on have it,
   * within half a minute. Templates read it as `brand`, such as `{{brand.logo}}`. Colours that make a text hard to read are
   * stored, and named in `warnings`. Publishing to another environment copies it when `brand` is asked for.
   */
  @Put()
  async put(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() brand: BrandDto,
    @Req() { body }: FastifyRequest,
  ): Promise<StoredBrandDto> {
    // A program that loses its body must not remove the brand.
    if (!isObject(body)) throw new ValidationException({}, 'The request has no body. Send {} to remove the brand');
    return toStoredBrandDto(await this.brands.set(environment, brand));
  }
}
