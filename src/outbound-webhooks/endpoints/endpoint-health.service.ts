import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Logger } from '../../platform/logging/logger.js';
import { WebhookDeliveries } from '../deliveries/webhook-deliveries.service.js';
import { EndpointLookup } from '../recording/endpoint-lookup.service.js';
import { MAX_FAILURE_MS } from '../sending/schedule.js';
import { type DisabledReason, WebhookEndpoint } from './webhook-endpoint.schema.js';

/** What came of attempts at one endpoint: something got through, nothing did, or it says that it is gone for good. */
export type EndpointVerdict = 'works' | 'fails' | 'gone';

/** Notes how endpoints are, and disables those that are gone or have only failed for five days (behaviour B2). */
@Injectable()
export class EndpointHealth {
  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly deliveries: WebhookDeliveries,
    private readonly lookup: EndpointLookup,
    private readonly logger: Logger,
  ) {}

  /** `endpoint`: as it was read before the attempts. It costs nothing while an endpoint works and goes on doing so. */
  async note(endpoint: WebhookEndpoint, verdict: EndpointVerdict, now: Date): Promise<void> {
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

  /** `failingSince`: it is looked at again, because another worker may have got through meanwhile. */
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
    this.lookup.forget(endpoint.environmentId);
    await this.deliveries.giveUp(endpoint);
    if (modifiedCount === 0) return;
    const ids = { environmentId: endpoint.environmentId.toHexString(), webhookId: endpoint._id.toHexString() };
    this.logger.warn({ ...ids, reason: disabledReason }, 'A webhook was disabled');
  }

  /** Somebody else was first: then what was under way here is given up, too. */
  private async isDisabled({ _id }: WebhookEndpoint): Promise<boolean> {
    return (await this.endpoints.exists({ _id, enabled: false })) !== null;
  }
}
