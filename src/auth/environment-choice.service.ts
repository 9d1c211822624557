import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import type { Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { parseReference } from '../platform/ids.js';
import type { GuestCaller, PersonCaller } from './caller.js';
import { CredentialCaches } from './credential-caches.service.js';
import type { EnvironmentRef } from './environment-ref.js';
import { Environment } from './environment.schema.js';

/** In order of precedence. The official clients send the second. */
const HEADERS = ['carillon-environment', 'novu-environment-id'] as const;

const CACHE_SECONDS = 5;
const CACHED_CHOICES = 1000;

/** Finds the environment of a request of a person or guest: a header names it, as a session spans all environments. */
@Injectable()
export class EnvironmentChoice {
  private readonly known: ExpiringCache<Types.ObjectId>;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    clock: Clock,
    caches: CredentialCaches,
  ) {
    this.known = new ExpiringCache(clock, CACHE_SECONDS, CACHED_CHOICES);
    caches.add(() => this.known.clear());
  }

  /**
   * Returns the environment that a request names by internal id, slug, identifier or name; undefined when it names
   * none. Throws 404 when the organization does not have it, or the person has no role in it.
   */
  async of(
    { headers }: Pick<FastifyRequest, 'headers'>,
    caller: PersonCaller | GuestCaller,
  ): Promise<EnvironmentRef | undefined> {
    const reference = HEADERS.map((name) => headers[name]).find((value) => typeof value === 'string' && value !== '');
    if (typeof reference !== 'string') return undefined;
    const { organizationId } = caller;
    const key = `${organizationId} ${reference}`;
    const id = await this.known.getOrLoad(key, () => this.load(organizationId, reference));
    if (!id || (caller.kind === 'person' && caller.roleIn(id) === undefined))
      throw new NotFoundException(`Environment '${reference.slice(0, 100)}' was not found`);
    return { id, organizationId, caller };
  }

  private async load(organizationId: Types.ObjectId, reference: string): Promise<Types.ObjectId | undefined> {
    const parsed = parseReference(reference);
    const names = [{ identifier: reference }, { name: reference }];
    const $or = 'id' in parsed ? [{ _id: parsed.id }, ...names] : names;
    return (await this.environments.findOne({ organizationId, $or }, { _id: 1 }).lean())?._id;
  }
}
