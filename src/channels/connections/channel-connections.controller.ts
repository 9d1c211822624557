import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { ChannelOwnersService } from '../owners/channel-owners.service.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import type { ChannelConnection } from './channel-connection.schema.js';
import { ChannelConnectionsService } from './channel-connections.service.js';
import {
  type ChannelConnectionDto,
  type ChannelConnectionPageDto,
  CreateChannelConnectionDto,
  ListChannelConnectionsQueryDto,
  maskedAuth,
  toChannelConnectionDto,
  UpdateChannelConnectionDto,
} from './channel-connections.dto.js';

@ApiTags('Channel connections')
@Access('subscribers')
@Controller('v1/channel-connections')
export class ChannelConnectionsController {
  constructor(
    private readonly connections: ChannelConnectionsService,
    private readonly owners: ChannelOwnersService,
  ) {}

  /**
   * List channel connections
   *
   * A page of the environment's connections, newest first unless ordered otherwise. All filters must match.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListChannelConnectionsQueryDto,
  ): Promise<ChannelConnectionPageDto> {
    const page = await this.connections.list(environment, query);
    return { ...page, data: await this.show(environment, page.data) };
  }

  /**
   * Create a channel connection
   *
   * Of a chat integration, for a subscriber, for contexts, or for a subscriber in contexts; one for each of these. A second
   * one, and a name that is taken, are 409. A shared connection is for contexts alone.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateChannelConnectionDto,
  ): Promise<ChannelConnectionDto> {
    return this.showOne(environment, await this.connections.create(environment, request));
  }

  /** Retrieve a channel connection */
  @Get(':identifier')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('identifier') identifier: string,
  ): Promise<ChannelConnectionDto> {
    return this.showOne(environment, await this.connections.findOrFail(environment, identifier));
  }

  /**
   * Update a channel connection
   *
   * Replaces workspace and tokens as wholes.
   */
  @Patch(':identifier')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('identifier') identifier: string,
    @Body() request: UpdateChannelConnectionDto,
  ): Promise<ChannelConnectionDto> {
    return this.showOne(environment, await this.connections.update(environment, identifier, request));
  }

  /**
   * Delete a channel connection
   *
   * The provider is not notified. Endpoints that name it stay.
   */
  @Delete(':identifier')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('identifier') identifier: string,
  ): Promise<void> {
    await this.connections.delete(environment, identifier);
  }

  private async showOne(environment: EnvironmentRef, connection: ChannelConnection): Promise<ChannelConnectionDto> {
    const [shown] = await this.show(environment, [connection]);
    return shown!;
  }

  private async show(environment: EnvironmentRef, connections: ChannelConnection[]): Promise<ChannelConnectionDto[]> {
    const identifiers = await this.owners.identifiersOf(connections);
    const isOpen = mayIn(environment, 'secrets:read');
    return connections.map((one) => {
      const auth = this.connections.authOf(one);
      return toChannelConnectionDto(one, isOpen ? auth : maskedAuth(auth), identifiers);
    });
  }
}
