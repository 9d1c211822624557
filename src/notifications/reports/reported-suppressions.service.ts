import { Injectable } from '@nestjs/common';
import type { ProviderEvent } from '#libs/providers/webhooks/webhook-format.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { ConsentsService } from '../../preferences/consents/consents.service.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { comparable, isSuppressible } from '../../suppressions/suppression-rules.js';
import { type NewSuppression, SuppressionsService } from '../../suppressions/suppressions.service.js';

/** People whose ledger has an entry about one address. */
const MAX_PEOPLE = 50;

/** Puts the addresses on the suppression list that providers say must not be written to any more (behaviour CS24). */
@Injectable()
export class ReportedSuppressions {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly consents: ConsentsService,
    private readonly subscribers: SubscribersService,
  ) {}

  /** May be repeated. */
  async note(integration: Integration, events: readonly ProviderEvent[]): Promise<void> {
    const { channel, environmentId: id, organizationId, _id: integrationId, providerId } = integration;
    if (channel === undefined || !isSuppressible(channel)) return;
    const environment = { id, organizationId };
    const entries = events.flatMap(({ suppress, response: words }) =>
      (suppress?.addresses ?? []).map((address): NewSuppression => ({
        channel,
        address,
        reason: suppress!.reason,
        source: { type: 'report', integrationId, providerId, ...(words !== undefined && { words }) },
      })),
    );
    const isChoice = ({ reason }: NewSuppression): boolean => channel === 'email' && reason === 'unsubscribe';
    await this.suppressions.add(
      environment,
      entries.filter((entry) => !isChoice(entry)),
    );
    for (const entry of entries.filter(isChoice)) {
      const { created } = await this.suppressions.put(environment, entry);
      if (created) await this.noteChoice(environment, entry);
    }
  }

  /** An unsubscription at the provider is a choice of the person. */
  private async noteChoice(
    environment: Pick<EnvironmentRef, 'id' | 'organizationId'>,
    { address, source }: NewSuppression,
  ): Promise<void> {
    const emails = [...new Set([address, comparable('email', address)])];
    const people = await this.subscribers.findMatching(environment, { emails }, MAX_PEOPLE);
    await this.consents.record(
      environment,
      people.map((subscriberId) => ({
        subscriberId,
        choice: 'opted_out',
        channels: ['email'],
        address,
        origin: { source: 'provider_report', ...(source.words !== undefined && { wording: source.words }) },
      })),
    );
  }
}
