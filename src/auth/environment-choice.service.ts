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

/** The second is what the official clients send. */
const HEADERS = ['carillon-environment', 'novu-environment-id'] as const;

const CACHE_SECONDS = 5;
const CACHED_CHOICES = 1000;

/** Which environment a person or a guest works in: their requests name it in a header, because a session is for all of them. */
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
   * The environment that a request names by its internal id, its slug, its identifier or its name. Undefined when it names
   * none; 404 for one that the organization does not have or in which the person has no role.
   */
  async of(
    { headers }: Pick<FastifyRequest, 'headers'>,
    caller: PersonCaller | GuestCaller,
  ): Promise<EnvironmentRef | undefined> {
    const reference = HEADERS.map((name) => headers[name]).find((value) => typeof value === 'string' && value !== '');
    if (typeof reference !== 'string') return undefined;
    const { organizationId } = caller;
    const key = `${organizationId.toHexString()} ${reference}`;
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
