import { fromHex } from '../../../platform/ids.js';
import { mailboxOf, type ChatTarget } from '#libs/providers/kit/content.js';
import {
  blocks,
  comparable,
  type MessageNature,
  type SuppressibleChannel,
} from '../../../suppressions/suppression-rules.js';
import type { Suppression } from '../../../suppressions/suppression.schema.js';
import type { OutgoingContent } from '../step-effects.js';
import { type MessageDraft, type OutcomeDetail, skipped, type StepOutcome } from '../step-outcome.js';
import { addressesWithin } from './added-addresses.js';
import type { StepContext, StepServices } from './step.js';

/** Which of the addresses of a step may be sent to (behaviour CS22). */
export interface Reach {
  /** Whether an address may be sent to. */
  to: (address: string) => boolean;
  /** What the history says of those that are left out. */
  details: OutcomeDetail[];
  /** The outcome of the step where none is left, if that is because of the list. */
  skipped?: StepOutcome;
}

/** Addresses of a step, and what the trigger adds to its request by itself. */
interface Asked {
  channel: SuppressibleChannel;
  addresses: readonly string[];
  overrides?: readonly Record<string, unknown>[];
}

/** Asks the suppression list about all addresses of a step together. */
export async function reachOf(context: StepContext, { effects }: StepServices, asked: Asked): Promise<Reach> {
  const { channel, addresses, overrides = [] } = asked;
  const added = overrides.flatMap((one) => addressesWithin(channel, one._passthrough));
  const found = await effects.findSuppressions({
    environmentId: context.run.environmentId,
    channel,
    addresses: [...addresses, ...added],
  });
  const entries = found.filter(({ reason }) => blocks(reason, natureOf(context)));
  if (entries.length === 0) return { to: () => true, details: [] };
  const listed = new Set(entries.map(({ address }) => address));
  const isListed = (address: string): boolean => listed.has(comparable(channel, address));
  // What a trigger writes into the request by itself cannot be taken out of it.
  const isRefused = added.some(isListed);
  const to = (address: string): boolean => !isRefused && !isListed(address);
  if (addresses.some(to)) return { to, details: entries.filter((entry) => isNews(context, entry)).map(detailOf) };
  return { to, details: [], skipped: suppressed(context, channel, entries) };
}

/** What decides which entries the messages of a step obey. */
export function natureOf({ run, scope: { workflow } }: Pick<StepContext, 'run' | 'scope'>): MessageNature {
  return { critical: run.critical, subscription: workflow.kind === 'subscription' };
}

/** The addresses of people that a message goes to; those of tools belong to nobody. */
export function addressesOf(content: OutgoingContent): string[] {
  switch (content.channel) {
    case 'email': {
      const { only, to, cc = [], bcc = [] } = content;
      const all = [...to, ...cc, ...bcc].map((one) => mailboxOf(one).email);
      return only ? all.filter((one) => only.includes(one)) : all;
    }
    case 'sms':
      return [content.to];
    case 'push':
      return [content.token];
    case 'chat':
      return [addressOfTarget(content.target)];
    case 'tool':
      return [];
  }
}

/** The address of a chat message. */
export function addressOfTarget(target: ChatTarget): string {
  return target.kind === 'webhook' ? target.url : target.kind === 'phone' ? target.number : target.id;
}

/** A step whose addresses are all suppressed. Messages that are sent again stay among those that were given up. */
function suppressed(
  { run, scope }: StepContext,
  channel: SuppressibleChannel,
  entries: readonly Suppression[],
): StepOutcome {
  const { reason, createdAt, source } = entries[0]!;
  const raw = entries.map(nameOf).join('; ');
  const [replay] = run.replays ?? [];
  const messages = replay?.messages.map((id): MessageDraft => ({
    _id: fromHex(id),
    channel,
    body: '',
    status: 'error',
    errorId: 'suppressed',
    errorText: raw,
    deadAt: scope.now,
    replays: 1,
  }));
  const outcome = suppressedStep(raw, {
    cause: {
      values: [
        { name: 'reason', value: reason },
        { name: 'since', value: createdAt.toISOString() },
        { name: 'source', value: source.type },
      ],
    },
    ...(messages && { messages }),
  });
  return replay?.delivered ? { ...outcome, status: 'completed', reason: 'delivered' } : outcome;
}

/** A step of which nothing was sent, because of the suppression list. */
export function suppressedStep(raw: string | undefined, more: Partial<StepOutcome> = {}): StepOutcome {
  return skipped('suppressed', 'Step skipped: its address is suppressed', { ...more, raw, decidedBy: 'suppression' });
}

function detailOf(entry: Suppression): OutcomeDetail {
  return { status: 'Warning', detail: 'Left out a suppressed address', raw: nameOf(entry) };
}

/** The addresses of chats and devices may be secret. */
function nameOf({ channel, address, reason, createdAt }: Suppression): string {
  const name = channel === 'email' || channel === 'sms' ? address : `one address (${channel})`;
  return `${name}: ${reason} since ${createdAt.toISOString()}`;
}

/** The history names an entry once: when the step begins, or when the entry was added while it waited. */
function isNews({ wait }: StepContext, { createdAt }: Suppression): boolean {
  return wait === undefined || createdAt > wait.since;
}
