import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import type { WebhookFormat } from '#libs/providers/webhooks/webhook-format.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { type Configurations, openConfigurations } from '../../integrations/credentials.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { integrationNotFound, IntegrationsService } from '../../integrations/integrations.service.js';
import { formatOf, isInOwnForm, OWN_FORMAT } from '../../integrations/report-formats.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { ChallengeException } from '../../platform/errors/exceptions.js';
import type { Admission } from '../../platform/http/route-facts.js';
import { ObjectIdPipe } from '../../platform/ids.js';

/** An integration that takes reports. */
export interface Reporting {
  integration: Integration;
  /** How its provider reports. */
  format: WebhookFormat;
  /** What reports are signed with; empty when they are taken without a proof. */
  key: string;
  configurations: Configurations;
}

const ENVIRONMENT_ID = new ObjectIdPipe('Environment');
const INTEGRATION_ID = new ObjectIdPipe('Integration');

/** Finds the integration that a report is for, before the body of the report is read (behaviour B4). */
@Injectable()
export class ReportingIntegrations implements Admission {
  private readonly admitted = new WeakMap<FastifyRequest, Reporting>();

  constructor(
    private readonly environments: EnvironmentLookup,
    private readonly integrations: IntegrationsService,
    private readonly secretBox: SecretBox,
  ) {}

  /** Throws like {@link find}, and 401 when no header has a proof although one must. */
  async admit(request: FastifyRequest): Promise<void> {
    const { environmentId = '', integrationId = '' } = request.params as Record<string, string>;
    const reporting = await this.find(ENVIRONMENT_ID.transform(environmentId), INTEGRATION_ID.transform(integrationId));
    const format = isInOwnForm(request) ? OWN_FORMAT : reporting.format;
    const { proofHeaders } = format;
    if (reporting.key && proofHeaders && !proofHeaders.some((name) => request.headers[name] !== undefined)) {
      throw unproven(format);
    }
    this.admitted.set(request, reporting);
  }

  /** The integration of a request: that which {@link admit} has found, if the request has a body. */
  async of(request: FastifyRequest, environmentId: Types.ObjectId, integrationId: Types.ObjectId): Promise<Reporting> {
    return this.admitted.get(request) ?? (await this.find(environmentId, integrationId));
  }

  /** Throws 404 for an unknown integration, 400 when it takes no reports. */
  private async find(environmentId: Types.ObjectId, integrationId: Types.ObjectId): Promise<Reporting> {
    const integration = await this.integrations.findOrFail({ id: environmentId }, integrationId);
    // A deleted environment keeps its integrations as long as it can be restored.
    if (!(await this.environments.find(environmentId))) throw integrationNotFound(integrationId);
    const configurations = openConfigurations(this.secretBox, integration);
    const format = formatOf(integration);
    if (!format || configurations?.inboundWebhookEnabled !== true) {
      throw new BadRequestException('This integration takes no reports: its inboundWebhookEnabled is not true');
    }
    return { integration, format, key: configurations.inboundWebhookSigningKey ?? '', configurations };
  }
}

/** The response to a report that is not signed with the key of its integration. */
export function unproven({ challenge }: WebhookFormat): UnauthorizedException {
  const message = 'The request is not signed with the key of this integration';
  return challenge === undefined ? new UnauthorizedException(message) : new ChallengeException(message, challenge);
}
