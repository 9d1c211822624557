import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { Config } from '../../platform/config/config.js';
import { KeyRing } from '../../platform/crypto/secret-box.js';
import { factsOf, RouteFact } from '../../platform/http/route-facts.js';
import { GuestCaller } from '../caller.js';
import { Environment } from '../environment.schema.js';
import { type GuestAccess, type GuestRequest, outboxAccess, servesInboxDemo } from './guest-access.js';
import { hasOwnHost, PageAccess } from './page-access.js';

/** On an operation: guests may use it, too, for the outbox of this machine (behaviour OB4). */
export function OpenToGuests(): MethodDecorator {
  return RouteFact({ opensToGuests: true });
}

/** Browsers that see something without signing in, because they have opened an address that this machine has printed. */
@Injectable()
export class Guests {
  private readonly access: PageAccess;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly config: Config,
    keys: KeyRing,
  ) {
    this.access = new PageAccess(keys);
  }

  /** Whether a browser may read the outbox. */
  outbox(request: GuestRequest): GuestAccess {
    return outboxAccess(request, this.config, this.access);
  }

  /** Whether a browser sees the inbox of the sample person: also under the name of `PUBLIC_URL`. */
  inboxDemo(request: GuestRequest): GuestAccess {
    if (!servesInboxDemo(this.config)) return 'off';
    return hasOwnHost(request, this.config) && this.access.has(request) ? 'open' : 'closed';
  }

  /** Who sends a request as a guest; undefined for operations that guests may not use, and for all other browsers. */
  async find(request: FastifyRequest): Promise<GuestCaller | undefined> {
    if (factsOf(request).opensToGuests !== true || this.outbox(request) !== 'open') return undefined;
    const first = await this.environments.findOne({}, { organizationId: 1 }).sort({ _id: 1 }).lean();
    return first ? new GuestCaller(first.organizationId) : undefined;
  }

  /** The environments whose outbox guests read. Those for development come first, because messages land there. */
  async readable(): Promise<Environment[]> {
    const all = await this.environments.find({}).sort({ _id: 1 }).lean();
    const own = all.filter(({ organizationId }) => all[0]?.organizationId.equals(organizationId));
    return [...own.filter(({ type }) => type === 'dev'), ...own.filter(({ type }) => type !== 'dev')];
  }
}
