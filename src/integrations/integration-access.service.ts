import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { ValidationException } from '../platform/errors/validation.exception.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Environment } from '../auth/environment.schema.js';
import { assertMayWrite } from '../auth/may-write.js';
import { Integration } from './integration.schema.js';
import { integrationNotFound } from './integrations.service.js';

/**
 * Which integrations a key may work with (behaviour G14): those of every environment of its organization. Only in another
 * environment that is protected it changes nothing, and sends nothing with the accounts there.
 */
@Injectable()
export class IntegrationAccess {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
  ) {}

  /** One that the caller may change or use. Throws 404 when the organization has none, 403 for a protected environment. */
  async findOrFail(caller: EnvironmentRef, id: Types.ObjectId): Promise<Integration> {
    const integration = await this.integrations.findOne({ _id: id, organizationId: caller.organizationId }).lean();
    if (!integration) throw integrationNotFound(id);
    await this.assertOpen(caller, integration.environmentId);
    return integration;
  }

  /**
   * The environment that a request names for an integration, `fallback` when it names none. Throws 422 when it is none of
   * the organization, 403 when it is protected.
   */
  async targetOf(caller: EnvironmentRef, named: string | undefined, fallback: Types.ObjectId): Promise<Types.ObjectId> {
    if (named === undefined) return fallback;
    const id = new Types.ObjectId(named);
    const isKnown = await this.assertOpen(caller, id);
    if (!isKnown) throw ValidationException.of('_environmentId', 'Not an environment of the organization', named);
    return id;
  }

  /** Throws 403 for another environment that is protected. Returns whether the organization has the environment. */
  private async assertOpen(caller: EnvironmentRef, id: Types.ObjectId): Promise<boolean> {
    if (caller.id.equals(id)) return true;
    const environment = await this.environments.findOne({ _id: id, organizationId: caller.organizationId }).lean();
    if (environment) assertMayWrite(caller, environment, 'its integrations are changed, tested and created');
    return environment !== null;
  }
}
