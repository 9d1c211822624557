import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import type { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { Config } from '../../platform/config/config.js';
import { HttpTargets } from '../../platform/outbound-http/guard/http-targets.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { WebhookDeliveries } from '../deliveries/webhook-deliveries.service.js';
import type { CreateWebhookDto, UpdateWebhookDto } from '../webhook-requests.dto.js';
import { EndpointLookup } from '../recording/endpoint-lookup.service.js';
import { addressProblem } from './address-problem.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { WebhookEndpoint } from './webhook-endpoint.schema.js';

type Environment = Pick<EnvironmentRef, 'id'>;

/** The endpoints of an environment, as the API manages them. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly deliveries: WebhookDeliveries,
    private readonly secrets: EndpointSecrets,
    private readonly lookup: EndpointLookup,
    private readonly targets: HttpTargets,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws 400 for one too many (several at once may get in together), 422 for an address that may not be called. */
  async create({ id: environmentId }: Environment, request: CreateWebhookDto): Promise<WebhookEndpoint> {
    this.assertCallable(request.url);
    const { maxWebhooks } = this.config;
    if ((await this.endpoints.countDocuments({ environmentId }, { limit: maxWebhooks })) === maxWebhooks) {
      throw new BadRequestException(`An environment may have ${maxWebhooks} webhooks`);
    }
    const _id = new Types.ObjectId();
    const now = this.clock.now();
    const { url, description, eventTypes, enabled } = request;
    const created = await this.endpoints.create({
      _id,
      environmentId,
      url,
      ...(description && { description }),
      eventTypes,
      enabled,
      secrets: [this.secrets.make(_id)],
      createdAt: now,
      updatedAt: now,
    });
    this.lookup.forget(environmentId);
    return created.toObject();
  }

  /** A page of them. */
  list({ id: environmentId }: Environment, { limit, ...page }: CursorQueryDto): Promise<CursorPage<WebhookEndpoint>> {
    return findCursorPage(this.endpoints, { environmentId }, { ...page, limit, orderBy: '_id' });
  }

  async findOrFail({ id: environmentId }: Environment, _id: Types.ObjectId): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.findOne({ environmentId, _id }).lean();
    if (!endpoint) throw notFound(_id);
    return endpoint;
  }

  /**
   * Changes the fields that are given. Enabling, like another address, forgets the failures so far; disabling ends what
   * is pending. Throws 404 and 422.
   */
  async update(environment: Environment, _id: Types.ObjectId, request: UpdateWebhookDto): Promise<WebhookEndpoint> {
    const { url, description, eventTypes, enabled } = request;
    if (url !== undefined) this.assertCallable(url);
    const begins = enabled === true || url !== undefined;
    const updated = await this.endpoints
      .findOneAndUpdate(
        { environmentId: environment.id, _id },
        {
          $set: {
            ...(url !== undefined && { url }),
            ...(description && { description }),
            ...(eventTypes && { eventTypes }),
            ...(enabled !== undefined && { enabled }),
            updatedAt: this.clock.now(),
          },
          $unset: {
            ...((description === null || description === '') && { description: 1 }),
            ...(enabled !== undefined && { disabledReason: 1, disabledAt: 1 }),
            ...(begins && { failingSince: 1 }),
          },
        },
        { returnDocument: 'after' },
      )
      .lean();
    if (!updated) throw notFound(_id);
    this.lookup.forget(environment.id);
    if (enabled === false) await this.deliveries.giveUp(updated);
    return updated;
  }

  /** With everything that was, or was still to be, delivered to it. */
  async delete(environment: Environment, _id: Types.ObjectId): Promise<void> {
    const deleted = await this.endpoints.findOneAndDelete({ environmentId: environment.id, _id }).lean();
    if (!deleted) throw notFound(_id);
    this.lookup.forget(environment.id);
    await this.deliveries.deleteAll(deleted);
  }

  /** The secret that requests are signed with; it can be shown again at any time. */
  async showSecret(environment: Environment, _id: Types.ObjectId): Promise<string> {
    return this.secrets.current(await this.findOrFail(environment, _id));
  }

  /** Puts a new secret in place of the current one, which is good for a while beside it. One atomic update. */
  async rotateSecret(environment: Environment, _id: Types.ObjectId): Promise<string> {
    const now = this.clock.now();
    const rotated = await this.endpoints
      .findOneAndUpdate({ environmentId: environment.id, _id }, this.secrets.rotation(_id, now), {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean();
    if (!rotated) throw notFound(_id);
    return this.secrets.current(rotated);
  }

  private assertCallable(url: string): void {
    const problem = addressProblem(url, (address) => this.targets.allowsPrivate(address));
    if (problem !== undefined) throw ValidationException.of('url', `url ${problem}`, url);
  }
}

function notFound(id: Types.ObjectId): NotFoundException {
  return new NotFoundException(`Webhook '${id.toHexString()}' was not found`);
}
