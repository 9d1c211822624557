import { isIP } from 'node:net';
import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { isUrl } from '#libs/url/is-url.js';
import { assertMayIssue, type IssuedCredential } from '../../auth/credentials.js';
import type { EnvironmentRef, InEnvironment } from '../../auth/environment-ref.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock, DAY_MS } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { Logger } from '../../platform/logging/logger.js';
import { HttpTargets } from '../../platform/outbound-http/address-guard.js';
import { isPublicAddress } from '../../platform/outbound-http/public-address.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import type { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { WebhookDeliveries } from '../recording/webhook-deliveries.service.js';
import { WebhookEvents } from '../recording/webhook-events.service.js';
import type { CreateWebhookDto, UpdateWebhookDto } from '../webhook-requests.dto.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { type DisabledReason, WebhookEndpoint } from '../webhook-endpoint.schema.js';

/** An endpoint is disabled when all its attempts have failed for this time. */
const MAX_FAILURE_MS = 5 * DAY_MS;

/**
 * The outcome of attempts at one endpoint: at least one succeeded, all failed, or it responded that it no longer
 * exists.
 */
export type EndpointVerdict = 'works' | 'fails' | 'gone';

type Environment = InEnvironment;

/** Its holder can sign requests as this service does, until it is rotated. */
const SECRET: IssuedCredential = { what: 'The secret of a webhook', permissions: ['secrets:read'], until: undefined };

/** The endpoints of an environment: the API manages them, and the sender records whether they work. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly deliveries: WebhookDeliveries,
    private readonly secrets: EndpointSecrets,
    private readonly events: WebhookEvents,
    private readonly targets: HttpTargets,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Throws 400 when there are too many (concurrent requests may exceed the limit), 422 for an address that may not be
   * called.
   */
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
    this.events.forgetEndpoints(environmentId);
    return created.toObject();
  }

  /** Returns a page of endpoints. */
  list({ id: environmentId }: Environment, { limit, ...page }: CursorQueryDto): Promise<CursorPage<WebhookEndpoint>> {
    return findCursorPage(this.endpoints, { environmentId }, { ...page, limit, orderBy: '_id' });
  }

  /** Returns endpoints whose requests fail, or that were disabled because of that; at most `limit`. */
  findFailing({ id: environmentId }: Environment, limit: number): Promise<WebhookEndpoint[]> {
    const $or = [{ failingSince: { $exists: true } }, { disabledReason: { $exists: true } }];
    return this.endpoints.find({ environmentId, $or }).sort({ _id: 1 }).limit(limit).lean();
  }

  async findOrFail({ id: environmentId }: Environment, _id: Types.ObjectId): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.findOne({ environmentId, _id }).lean();
    if (!endpoint) throw notFound('Webhook', _id);
    return endpoint;
  }

  /**
   * Changes the fields of the request. Enabling an endpoint or changing its address clears its failures; disabling it
   * ends its pending deliveries. Throws 404 and 422.
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
    if (!updated) throw notFound('Webhook', _id);
    this.events.forgetEndpoints(environment.id);
    if (enabled === false) await this.deliveries.giveUp(updated);
    return updated;
  }

  /** Deletes an endpoint with all its deliveries. */
  async delete(environment: Environment, _id: Types.ObjectId): Promise<void> {
    const deleted = await this.endpoints.findOneAndDelete({ environmentId: environment.id, _id }).lean();
    if (!deleted) throw notFound('Webhook', _id);
    this.events.forgetEndpoints(environment.id);
    await this.deliveries.deleteAll(deleted);
  }

  /** Returns the secret that requests are signed with. */
  async showSecret(environment: EnvironmentRef, _id: Types.ObjectId): Promise<string> {
    assertMayIssue(environment, SECRET);
    return this.secrets.current(await this.findOrFail(environment, _id));
  }

  /** Replaces the secret in one atomic update. The old one stays valid for a while. */
  async rotateSecret(environment: EnvironmentRef, _id: Types.ObjectId): Promise<string> {
    assertMayIssue(environment, SECRET);
    const now = this.clock.now();
    const rotated = await this.endpoints
      .findOneAndUpdate({ environmentId: environment.id, _id }, this.secrets.rotation(_id, now), {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean();
    if (!rotated) throw notFound('Webhook', _id);
    return this.secrets.current(rotated);
  }

  /**
   * Records the outcome of attempts, and disables an endpoint that no longer exists or has only failed for five days
   * (behaviour B2). `endpoint` is as read before the attempts. It costs no command while an endpoint works.
   */
  async noteOutcome(endpoint: WebhookEndpoint, verdict: EndpointVerdict, now: Date): Promise<void> {
    const { _id, failingSince } = endpoint;
    switch (verdict) {
      case 'works':
        if (failingSince) await this.endpoints.updateOne({ _id }, { $unset: { failingSince: 1 } });
        return;
      case 'gone':
        return this.disable(endpoint, 'gone', now);
      case 'fails': {
        const limit = new Date(now.getTime() - MAX_FAILURE_MS);
        if (!failingSince) {
          const sinceNow = { $set: { failingSince: now } };
          await this.endpoints.updateOne({ _id, failingSince: { $exists: false } }, sinceNow);
        } else if (failingSince <= limit) await this.disable(endpoint, 'failing', now, { $lte: limit });
      }
    }
  }

  /** `failingSince` is checked again in the update, because another worker may have succeeded meanwhile. */
  private async disable(
    endpoint: WebhookEndpoint,
    disabledReason: DisabledReason,
    now: Date,
    failingSince?: { $lte: Date },
  ): Promise<void> {
    const { modifiedCount } = await this.endpoints.updateOne(
      { _id: endpoint._id, url: endpoint.url, enabled: true, ...(failingSince && { failingSince }) },
      { $set: { enabled: false, disabledReason, disabledAt: now, updatedAt: now } },
    );
    if (modifiedCount === 0 && !(await this.isDisabled(endpoint))) return;
    this.events.forgetEndpoints(endpoint.environmentId);
    await this.deliveries.giveUp(endpoint);
    if (modifiedCount === 0) return;
    const ids = { environmentId: endpoint.environmentId, webhookId: endpoint._id };
    this.logger.warn({ ...ids, reason: disabledReason }, 'A webhook was disabled');
  }

  /** Returns whether another worker has disabled the endpoint: then its pending deliveries end, too. */
  private async isDisabled({ _id }: WebhookEndpoint): Promise<boolean> {
    return (await this.endpoints.exists({ _id, enabled: false })) !== null;
  }

  private assertCallable(url: string): void {
    const problem = addressProblem(url, (address) => this.targets.allowsPrivate(address));
    if (problem !== undefined) throw ValidationException.of('url', `url ${problem}`, url);
  }
}

/**
 * Returns why an address cannot be an endpoint, as a sentence fragment. Host names are resolved for each request, and
 * their address, which may change, is checked then.
 */
export function addressProblem(text: string, allowsPrivate: (address: string) => boolean): string | undefined {
  if (!isUrl(text)) return 'must be an http or https address';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be an http or https address';
  if (username !== '' || password !== '') return 'must not contain a user or a password';
  if (hash !== '') return 'must not have a fragment';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host)
    ? !isPublicAddress(host) && !allowsPrivate(host)
    : isThisMachine(host) && !allowsPrivate('127.0.0.1');
  return isPrivate
    ? 'must be an address of the public internet, or one that the setting HTTP_PRIVATE_TARGETS allows'
    : undefined;
}

function isThisMachine(name: string): boolean {
  return /^(.*\.)?localhost\.?$/.test(name);
}
