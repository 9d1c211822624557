import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { WebhookEvents } from '../outbound-webhooks/recording/webhook-events.service.js';
import { Clock } from '../platform/clock.js';
import { Hook } from '../platform/hook.js';
import { IdMap } from '../platform/ids.js';
import { Logger } from '../platform/logging/logger.js';
import { rawCollection } from '../platform/persistence/writes.js';
import { Integration } from './integration.schema.js';
import { IntegrationsService } from './integrations.service.js';

/** Milliseconds until integrations that are read show what this process has written. */
const STALE_MS = 5000;

/** Integrations that this process remembers; when there are more, it writes once more than it must. */
const MAX_REMEMBERED = 10_000;

type Sender = Pick<
  Integration,
  '_id' | 'environmentId' | 'organizationId' | 'identifier' | 'channel' | 'providerId' | 'refusal'
>;

/**
 * Keeps which integrations are refused by their provider, for a reason that somebody has to act on (behaviour S11). Only a
 * change is written, never one per message.
 */
@Injectable()
export class IntegrationHealth {
  /** Messages of the integration are accepted again, or somebody has changed it: what waits for that may go on. */
  readonly recovered = new Hook<Pick<Integration, 'environmentId' | 'organizationId'>>();
  private known = new IdMap<{ refuses: boolean; at: number }>();
  private readonly documents = rawCollection<Integration>(this.integrations);

  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly webhooks: WebhookEvents,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Notes that the provider refuses the account. Does not throw: the next refusal is noted. */
  async refused(integration: Sender, problem: { error: string; statusCode?: number }): Promise<void> {
    const { _id, environmentId, identifier, channel, providerId } = integration;
    if (this.knows(integration, true)) return;
    const at = this.clock.now();
    const { error, statusCode } = problem;
    // First: of many messages that are refused together, one writes.
    this.remember(_id, true);
    try {
      const { modifiedCount } = await this.documents.updateOne(
        { _id, refusal: { $exists: false } },
        { $set: { refusal: { since: at, error, ...(statusCode !== undefined && { statusCode }) } } },
      );
      if (modifiedCount === 0) return;
      this.reading.forget(environmentId);
      this.logger.warn({ integrationId: _id, identifier, providerId, error }, 'A provider refuses the account');
      const data = { integrationId: _id.toHexString(), identifier, channel: channel!, providerId, error };
      await this.webhooks.record({ id: environmentId }, [
        {
          type: 'integration.refused',
          origin: { id: _id, occurrence: at.toISOString() },
          at,
          data: { ...data, ...(statusCode !== undefined && { statusCode }) },
        },
      ]);
    } catch (err) {
      this.known = new IdMap();
      this.logger.warn({ integrationId: _id, err }, 'The refusal of an account could not be noted');
    }
  }

  /** Notes, in the background, that the provider has accepted a message. Does not throw: the next one is noted. */
  accepted(integration: Sender): void {
    const { _id } = integration;
    if (this.knows(integration, false)) return;
    this.remember(_id, false);
    this.forgive(integration).catch((err: unknown) =>
      this.logger.warn(
        { integrationId: _id, err },
        'What waits for an account that is accepted again could not be released',
      ),
    );
  }

  /** Forgets a refusal, and lets what waits for its end go on. */
  async forgive(integration: Pick<Integration, '_id' | 'environmentId' | 'organizationId'>): Promise<void> {
    const { _id, environmentId } = integration;
    const { modifiedCount } = await this.documents.updateOne(
      { _id, refusal: { $exists: true } },
      { $unset: { refusal: '' } },
    );
    this.remember(_id, false);
    if (modifiedCount === 0) return;
    this.reading.forget(environmentId);
    this.logger.info({ integrationId: _id }, 'A provider accepts the account again');
    await this.recovered.run(integration);
  }

  /** Whether this state is stored already. What was read may be older than what this process has written. */
  private knows({ _id, refusal }: Sender, refuses: boolean): boolean {
    const isStored = (refusal !== undefined) === refuses;
    const known = this.known.get(_id);
    if (!known) return isStored;
    return known.refuses === refuses && (isStored || this.clock.now().getTime() - known.at < STALE_MS);
  }

  private remember(id: Types.ObjectId, refuses: boolean): void {
    if (this.known.size >= MAX_REMEMBERED) this.known = new IdMap();
    this.known.set(id, { refuses, at: this.clock.now().getTime() });
  }
}
