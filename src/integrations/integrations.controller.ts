import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Put } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../auth/access.guard.js';
import { ErrorDto } from '../platform/errors/error.dto.js';
import { Config, isPublic } from '../platform/config/config.js';
import { Bare } from '../platform/http/decorators.js';
import { OpenProviderIds } from '../platform/http/official-client.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { ObjectIdPipe } from '../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef, mayIn } from '../auth/environment-ref.js';
import { IntegrationChangesService } from './integration-changes.service.js';
import {
  type AutoConfigurationDto,
  type InAppStatusDto,
  type IntegrationDto,
  toIntegrationDto,
} from './integrations.dto.js';
import { allProviders, type IntegrationProviderDto } from './providers.dto.js';
import { maskCredentials, openConfigurations, shownConfigurations } from './credentials.js';
import { maySeeSecrets } from './integrations.service.js';
import type { Integration } from './integration.schema.js';
import { CreateIntegrationDto, UpdateIntegrationDto } from './integration-requests.dto.js';
import { IntegrationsService } from './integrations.service.js';
import { PrimaryIntegrationService } from './primary-integration.service.js';

const PROTECTED = { type: ErrorDto, description: 'It belongs to another environment, which is protected.' };
const NOT_TRACKED = 'Emails are not tracked: PUBLIC_URL of this installation is not an https address that people reach';
const INTEGRATION_ID = new ObjectIdPipe('Integration');

@ApiTags('Integrations')
@Access('integrations')
@Controller('v1/integrations')
@OpenProviderIds()
export class IntegrationsController {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly changes: IntegrationChangesService,
    private readonly primary: PrimaryIntegrationService,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
  ) {}

  /**
   * List integrations
   *
   * Those of every environment of the organization, newest first.
   */
  @Get()
  @Bare()
  async list(@CurrentEnvironment() environment: EnvironmentRef): Promise<IntegrationDto[]> {
    return this.showAll(environment, await this.integrations.list(environment));
  }

  /**
   * List active integrations
   *
   * Those of every environment of the organization through which messages are sent, newest first.
   */
  @Get('active')
  @Bare()
  async listActive(@CurrentEnvironment() environment: EnvironmentRef): Promise<IntegrationDto[]> {
    return this.showAll(environment, await this.integrations.listActive(environment));
  }

  /**
   * List the providers that can be integrated
   *
   * With the `credentials` each of them takes: which are required, and which are secret. Those that are not `sendable` are
   * known by name only; integrating one is 422.
   */
  @Get('providers')
  listProviders(): IntegrationProviderDto[] {
    return allProviders();
  }

  /**
   * Retrieve the state of the inbox
   *
   * Whether in-app messages can be delivered in the environment.
   */
  @Get('in-app/status')
  async getInAppStatus(@CurrentEnvironment() environment: EnvironmentRef): Promise<InAppStatusDto> {
    return { active: await this.integrations.isInAppActive(environment) };
  }

  /**
   * Retrieve whether reports of a provider are taken
   *
   * Of an integration of the environment, by its id or that of its provider: whether one of them has
   * `inboundWebhookEnabled`.
   */
  @Get('webhook/provider/:providerOrIntegrationId/status')
  async getWebhookStatus(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('providerOrIntegrationId') providerOrIntegrationId: string,
  ): Promise<boolean> {
    return this.integrations.takesReports(environment, providerOrIntegrationId);
  }

  /**
   * Create an integration
   *
   * In the environment of the API key, unless another one of the organization is named; a protected one only with a key of
   * its own. A provider that nothing can be sent with is 422: see the list of providers. The first of email or SMS that
   * is active and has no conditions becomes primary. An environment has one in-app integration; a second one is 400. An
   * identifier that is taken is 409.
   */
  @Post()
  @ApiForbiddenResponse(PROTECTED)
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateIntegrationDto,
  ): Promise<IntegrationDto> {
    return this.show(environment, await this.changes.create(environment, request));
  }

  /**
   * Update an integration
   *
   * Of any environment of the organization, but of a protected one only with a key of its own. Fields that are
   * left out stay as they are; a request that changes nothing is 400. Switched off or given conditions, a primary
   * integration is no longer primary. One that is switched on, or loses its conditions, becomes primary when there is
   * none. A change of where secrets are sent, such as `host`, is 422 unless the secrets are entered again.
   */
  @Put(':integrationId')
  @ApiForbiddenResponse(PROTECTED)
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
    @Body() request: UpdateIntegrationDto,
  ): Promise<IntegrationDto> {
    return this.show(environment, await this.changes.update(environment, integrationId, request));
  }

  /**
   * Delete an integration
   *
   * Permanently, in any environment of the organization, but in a protected one only with a key of its own. The response
   * is the list of those that are left in the organization. No other becomes primary in its place.
   */
  @Delete(':integrationId')
  @ApiForbiddenResponse(PROTECTED)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
  ): Promise<IntegrationDto[]> {
    return this.showAll(environment, await this.changes.delete(environment, integrationId));
  }

  /**
   * Make an integration primary
   *
   * Email and SMS only. It is switched on and loses its conditions; the one that was primary is so no longer.
   */
  @Post(':integrationId/set-primary')
  @ApiForbiddenResponse(PROTECTED)
  @HttpCode(HttpStatus.OK)
  async setPrimary(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
  ): Promise<IntegrationDto> {
    return this.show(environment, await this.primary.setPrimary(environment, integrationId));
  }

  /**
   * Set up the reports of a provider
   *
   * Switches `inboundWebhookEnabled` on and makes an `inboundWebhookSigningKey` when there is none. The message says what
   * is left to do at the provider, with the address to enter there. Where nothing can be reported, such as of in-app
   * messages, `success` is false and the message says why.
   */
  @Post(':integrationId/auto-configure')
  @ApiForbiddenResponse(PROTECTED)
  @HttpCode(HttpStatus.OK)
  async autoConfigureIntegration(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
  ): Promise<AutoConfigurationDto> {
    const { message, integration } = await this.changes.autoConfigure(environment, integrationId);
    return integration
      ? { success: true, message, integration: this.show(environment, integration) }
      : { success: false, message };
  }
  /** Without those of environments in which the role of a person may not read them. */
  private showAll(environment: EnvironmentRef, integrations: readonly Integration[]): IntegrationDto[] {
    const { caller } = environment;
    return integrations
      .filter(({ environmentId: id }) => mayIn({ id, caller }, 'integrations:read'))
      .map((integration) => this.show(environment, integration));
  }

  // Configurations for who may see secrets; of credentials only those that are not secret (behaviour G10).
  private show(environment: EnvironmentRef, integration: Integration): IntegrationDto {
    const { _id, credentials, environmentId } = integration;
    const all = openConfigurations(this.secretBox, integration);
    return toIntegrationDto(integration, {
      maskedCredentials: maskCredentials(this.secretBox, _id, credentials),
      configurations: shownConfigurations(all, maySeeSecrets(environment, environmentId)),
      issues: integration.tracked && !isPublic(this.config) ? [NOT_TRACKED] : [],
    });
  }
}
