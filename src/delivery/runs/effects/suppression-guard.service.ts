import { Injectable } from '@nestjs/common';
import type { SendProblem, SendResult } from '#libs/providers/kit/provider.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { inGroups, TickBatcher } from '../../../platform/scheduling/tick-batcher.js';
import { SuppressionLists } from '../../../suppressions/suppression-lists.service.js';
import {
  type AddressQuery,
  blocks,
  comparable,
  isSuppressible,
  type MessageNature,
} from '../../../suppressions/suppression-rules.js';
import type { Suppression } from '../../../suppressions/suppression.schema.js';
import { type NewSuppression, SuppressionsService } from '../../../suppressions/suppressions.service.js';
import type { OutgoingMessage, TimedResult } from '../../engine/step-effects.js';
import { addressesOf } from '../../engine/steps/suppression.js';

const ERROR = 'not sent: the address is suppressed';

const SUPPRESSED: TimedResult = {
  result: { ok: false, kind: 'permanent', fault: 'recipient', untried: true, error: ERROR },
  ms: 0,
  suppressed: true,
};

const NONE: Promise<readonly Suppression[]> = Promise.resolve([]);

/** What providers have said while messages of an environment were sent. */
interface Told {
  environment: Pick<EnvironmentRef, 'id' | 'organizationId'>;
  told: NewSuppression[];
}

/** Asks the suppression list for runs: what must be read is read for many of them together (behaviour CS22, CS23). */
@Injectable()
export class SuppressionGuard {
  private readonly confirming: TickBatcher<AddressQuery, Suppression[]>;
  private readonly adding: TickBatcher<Told, number>;

  constructor(
    private readonly lists: SuppressionLists,
    suppressions: SuppressionsService,
    computation: Computation,
  ) {
    this.confirming = new TickBatcher(
      (queries) => lists.confirm(queries),
      () => computation.isBusyHere,
    );
    this.adding = new TickBatcher((all) =>
      inGroups(
        all,
        ({ environment }) => environment.id,
        async (group) => {
          const entries = group.flatMap(({ told }) => told);
          const created = await suppressions.add(group[0]!.environment, entries);
          return group.map(() => created);
        },
      ),
    );
  }

  /** The entries that count for these addresses. */
  async find(query: AddressQuery): Promise<readonly Suppression[]> {
    const addresses = await this.lists.candidates(query);
    return addresses.length === 0 ? NONE : this.confirming.add({ ...query, addresses });
  }

  /**
   * Sends what may be sent of a message at this moment: an address may have been suppressed since its step began. What its
   * provider says must not be written to any more is put on the list (behaviour CS25).
   */
  async send(message: OutgoingMessage, send: (allowed: OutgoingMessage) => Promise<TimedResult>): Promise<TimedResult> {
    const { content, nature, environmentId, integration } = message;
    const { channel } = content;
    if (!nature || !isSuppressible(channel)) return send(message);
    const addresses = addressesOf(content);
    const query = { environmentId, channel, addresses };
    const sent = await this.lists.during(query, () => this.sendAllowed(message, nature, query, send));
    const { _id: integrationId, providerId, organizationId } = integration;
    const told = toldBy(sent.result, addresses).map(({ address, reason, words }): NewSuppression => ({
      channel,
      address,
      reason,
      source: { type: 'report', integrationId, providerId, words },
    }));
    if (told.length > 0) await this.adding.add({ environment: { id: environmentId, organizationId }, told });
    return sent;
  }

  private async sendAllowed(
    message: OutgoingMessage,
    nature: MessageNature,
    query: AddressQuery,
    send: (allowed: OutgoingMessage) => Promise<TimedResult>,
  ): Promise<TimedResult> {
    const { content } = message;
    const { channel, addresses } = query;
    const found = await this.find(query);
    const listed = new Set(found.flatMap(({ address, reason }) => (blocks(reason, nature) ? [address] : [])));
    if (listed.size === 0) return send(message);
    const isListed = (address: string): boolean => listed.has(comparable(channel, address));
    const only = addresses.filter((address) => !isListed(address));
    if (content.channel !== 'email' || only.length === 0) return SUPPRESSED;
    const sent = await send({ ...message, content: { ...content, only } });
    return withRefused(sent, only, addresses.filter(isListed));
  }
}

/** The addresses that the provider says must not be written to any more. */
function toldBy(
  result: SendResult,
  addresses: readonly string[],
): { address: string; reason: string; words: string }[] {
  if (result.addresses) {
    return result.addresses.flatMap(({ address, suppress: reason, error: words = '' }) =>
      reason ? [{ address, reason, words }] : [],
    );
  }
  const [address, ...others] = addresses;
  const reason = result.ok ? undefined : result.suppress;
  // Of several it is unknown which is meant.
  return reason && address !== undefined && others.length === 0
    ? [{ address, reason, words: (result as SendProblem).error }]
    : [];
}

/** The result of an email that was sent to some of its addresses alone, with what became of the others. */
function withRefused(sent: TimedResult, only: readonly string[], refused: readonly string[]): TimedResult {
  const { result } = sent;
  if (!result.ok) return sent;
  const accepted = result.addresses ?? only.map((address) => ({ address, ok: true }));
  const left = refused.map((address) => ({ address, ok: false, fault: 'recipient' as const, error: ERROR }));
  return { ...sent, result: { ...result, addresses: [...accepted, ...left] } };
}
