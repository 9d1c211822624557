import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { Tenant } from './tenant.schema.js';

@Injectable()
export class TenantsService {
  constructor(@InjectModel(Tenant.name) private readonly tenants: Model<Tenant>) {}

  /** Those of the identifiers that the environment has. One read, none for an empty list. */
  async find({ id: environmentId }: EnvironmentRef, identifiers: readonly string[]): Promise<Map<string, Tenant>> {
    if (identifiers.length === 0) return new Map();
    const found = await this.tenants.find({ environmentId, identifier: { $in: [...new Set(identifiers)] } }).lean();
    return new Map(found.map((tenant) => [tenant.identifier, tenant]));
  }
}
