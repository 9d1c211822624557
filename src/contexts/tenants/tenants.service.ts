import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock } from '../../platform/clock.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { isDuplicateKey, rawCollection } from '../../platform/persistence/writes.js';
import { escapePattern } from '../../subscribers/subscriber-search.js';
import { Tenant } from './tenant.schema.js';

/** The fields of a tenant in a request. */
type TenantFields = Partial<Pick<Tenant, 'identifier' | 'name' | 'data'>>;

/** The tenants of an environment. They are not cached, so that changes take effect immediately everywhere. */
@Injectable()
export class TenantsService {
  private readonly documents = rawCollection<Tenant>(this.tenants);

  constructor(
    @InjectModel(Tenant.name) private readonly tenants: Model<Tenant>,
    private readonly clock: Clock,
  ) {}

  /** Returns the tenants with these identifiers, by identifier. Costs one read, none for an empty list. */
  async find({ id: environmentId }: EnvironmentRef, identifiers: readonly string[]): Promise<Map<string, Tenant>> {
    if (identifiers.length === 0) return new Map();
    const found = await this.tenants.find({ environmentId, identifier: { $in: [...new Set(identifiers)] } }).lean();
    return new Map(found.map((tenant) => [tenant.identifier, tenant]));
  }

  /** Throws 409 for an identifier that is taken. */
  async create(
    { id: environmentId, organizationId }: EnvironmentRef,
    { identifier, name, data }: TenantFields & { identifier: string },
  ): Promise<Tenant> {
    const now = this.clock.now();
    const tenant: Tenant = {
      _id: new Types.ObjectId(),
      environmentId,
      organizationId,
      identifier,
      ...given({ name, data }),
      createdAt: now,
      updatedAt: now,
    };
    try {
      await this.documents.insertOne(tenant);
      return tenant;
    } catch (error) {
      throw isDuplicateKey(error) ? taken(identifier) : error;
    }
  }

  /** Returns a page of the environment's tenants, newest first, and their total number. */
  async list(
    { id: environmentId }: EnvironmentRef,
    { page, limit, search }: { page: number; limit: number; search?: string },
  ): Promise<{ tenants: Tenant[]; totalCount: number }> {
    const containsText = search && { $regex: escapePattern(search), $options: 'i' };
    const filter = {
      environmentId,
      ...(containsText && { $or: [{ identifier: containsText }, { name: containsText }] }),
    };
    const [tenants, totalCount] = await Promise.all([
      this.tenants
        .find(filter)
        .sort({ _id: -1 })
        .skip(page * limit)
        .limit(limit)
        .lean(),
      this.tenants.countDocuments(filter),
    ]);
    return { tenants, totalCount };
  }

  /** Returns a tenant by identifier. Throws 404. */
  async findOrFail({ id: environmentId }: EnvironmentRef, identifier: string): Promise<Tenant> {
    const tenant = await this.tenants.findOne({ environmentId, identifier }).lean();
    if (!tenant) throw notFound('Tenant', identifier);
    return tenant;
  }

  /** Changes the given fields. Throws 404, and 409 for an identifier that is taken. */
  async update({ id: environmentId }: EnvironmentRef, identifier: string, changes: TenantFields): Promise<Tenant> {
    const { identifier: next, name, data } = changes;
    const $set = { ...given({ identifier: next, name, data }), updatedAt: this.clock.now() };
    try {
      const filter = { environmentId, identifier };
      const updated = await this.documents.findOneAndUpdate(filter, { $set }, { returnDocument: 'after' });
      if (!updated) throw notFound('Tenant', identifier);
      return updated;
    } catch (error) {
      throw isDuplicateKey(error) ? taken(next ?? identifier) : error;
    }
  }

  async delete({ id: environmentId }: EnvironmentRef, identifier: string): Promise<void> {
    const { deletedCount } = await this.tenants.deleteOne({ environmentId, identifier });
    if (deletedCount === 0) throw notFound('Tenant', identifier);
  }
}

/** Returns the fields that have a value. */
function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function taken(identifier: string): ConflictException {
  return new ConflictException(`Tenant '${identifier}' already exists`);
}
