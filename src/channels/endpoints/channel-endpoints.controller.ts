import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { ChannelOwnersService } from '../owners/channel-owners.service.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import type { ChannelEndpoint } from './channel-endpoint.schema.js';
import { maskedEndpoint } from './endpoint-shapes.js';
import { ChannelEndpointsService } from './channel-endpoints.service.js';
import {
  type ChannelEndpointDto,
  type ChannelEndpointPageDto,
  CreateChannelEndpointDto,
  ListChannelEndpointsQueryDto,
  toChannelEndpointDto,
  UpdateChannelEndpointDto,
} from './channel-endpoints.dto.js';

@ApiTags('Channel endpoints')
@Access('subscribers')
@Controller('v1/channel-endpoints')
export class ChannelEndpointsController {
  constructor(
    private readonly endpoints: ChannelEndpointsService,
    private readonly owners: ChannelOwnersService,
  ) {}

  /**
   * List channel endpoints
   *
   * A page of the environment's endpoints, newest first unless ordered otherwise. All filters must match.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListChannelEndpointsQueryDto,
  ): Promise<ChannelEndpointPageDto> {
    const page = await this.endpoints.list(environment, query);
    return { ...page, data: await this.show(environment, page.data) };
  }

  /**
   * Create a channel endpoint
   *
   * An address of a subscriber on a chat or tool integration. An unknown subscriber is 404, unless
   * `createSubscriberIfMissing` is true. A name that is taken is 409.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateChannelEndpointDto,
  ): Promise<ChannelEndpointDto> {
    return this.showOne(environment, await this.endpoints.create(environment, request));
  }

  /** Retrieve a channel endpoint */
  @Get(':identifier')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('identifier') identifier: string,
  ): Promise<ChannelEndpointDto> {
    return this.showOne(environment, await this.endpoints.findOrFail(environment, identifier));
  }

  /**
   * Update a channel endpoint
   *
   * Replaces the address as a whole; it must be in the form of the endpoint's type.
   */
  @Patch(':identifier')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('identifier') identifier: string,
    @Body() { endpoint }: UpdateChannelEndpointDto,
  ): Promise<ChannelEndpointDto> {
    return this.showOne(environment, await this.endpoints.update(environment, identifier, endpoint));
  }

  /** Delete a channel endpoint */
  @Delete(':identifier')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('identifier') identifier: string,
  ): Promise<void> {
    await this.endpoints.delete(environment, identifier);
  }

  private async showOne(environment: EnvironmentRef, endpoint: ChannelEndpoint): Promise<ChannelEndpointDto> {
    const [shown] = await this.show(environment, [endpoint]);
    return shown!;
  }

  private async show(environment: EnvironmentRef, endpoints: ChannelEndpoint[]): Promise<ChannelEndpointDto[]> {
    const identifiers = await this.owners.identifiersOf(endpoints);
    const isOpen = mayIn(environment, 'secrets:read');
    return endpoints.map((one) => {
      const address = this.endpoints.addressOf(one);
      return toChannelEndpointDto(one, isOpen ? address : maskedEndpoint(one.type, address), identifiers);
    });
  }
}
