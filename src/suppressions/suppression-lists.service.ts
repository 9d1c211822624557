import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { fromHex, IdMap } from '../platform/ids.js';
import { rawCollection } from '../platform/persistence/writes.js';
import { NoticeChannel, type NoticeSubscriber, PubSub } from '../platform/queue/pub-sub.js';
import { inGroups } from '../platform/scheduling/tick-batcher.js';
import { AddressSet } from './address-set.js';
import { type AddressQuery, addressKey, comparable, type SuppressibleChannel } from './suppression-rules.js';
import { Suppression } from './suppression.schema.js';

/** Addresses were added to the list of an environment. Without `keys` there are too many to name. */
export interface SuppressionNotice {
  readonly environmentId: Types.ObjectId;
  readonly keys?: readonly number[];
}

export const SUPPRESSION_NOTICES = new NoticeChannel<SuppressionNotice>('suppressions', {
  toPlain: (notice) => notice,
  fromPlain: (plain) => {
    const { environmentId, keys } = plain as { environmentId: string; keys?: number[] };
    return { environmentId: fromHex(environmentId), ...(keys && { keys }) };
  },
});

/** How often a process looks for entries of which it got no notice, while it sends. */
const LOOK_MS = 5000;
/** Looking takes at most a twentieth of the time. */
const PAUSE_PER_LOOK = 20;
/** How much earlier than the last look an entry may have got its id: clocks differ, and writes take time. */
const OVERLAP_MS = 120_000;
/** Addresses that one notice names. */
const MAX_KEYS = 1000;
/** Entries that are read together: hashing them takes a few milliseconds. */
const PORTION = 2000;
/** Addresses, and environments, that are kept in memory; those unused for longest are read again when they are needed. */
const MAX_ADDRESSES = 20_000_000;
const MAX_LISTS = 1000;

/** How long messages wait until a list is read for the first time, in milliseconds. One of a million entries takes longer. */
const FIRST_READ_MS = 100;
/** How long adding an address waits for messages that are being sent to it, in milliseconds. */
const PATIENCE_MS = 5000;

/** An address of the list, in the form in which addresses are compared. */
type Listed = Pick<Suppression, 'channel' | 'address'>;

/** What this process knows of the list of one environment. */
interface Known {
  readonly environmentId: Types.ObjectId;
  /** All addresses there are, and maybe some that are no longer there. */
  readonly addresses: AddressSet;
  /** When it was last read, by the clock of this machine, whose time ids have; absent before. */
  readAt?: number;
  /** When it must be looked at again. */
  dueAt: number;
  reading?: Promise<void>;
  /** How long messages wait for the first reading; after it the store is asked for each address meanwhile. */
  patience?: Promise<void>;
}

/**
 * Tells whether nothing may be sent to an address (behaviour CS22). Each process keeps the addresses in memory, so that asking
 * costs no command; only an address that is there is read, to know the reason and whether it still counts.
 */
@Injectable()
export class SuppressionLists implements NoticeSubscriber<SuppressionNotice>, OnApplicationBootstrap {
  /** Those that were looked at last are at the end. */
  private readonly known = new IdMap<Known>();
  /** Messages that are being sent, by address. */
  private readonly sending = new Map<string, Set<Promise<unknown>>>();
  private readonly documents = rawCollection<Suppression>(this.suppressions);

  constructor(
    @InjectModel(Suppression.name) private readonly suppressions: Model<Suppression>,
    private readonly pubSub: PubSub,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.pubSub.subscribe(SUPPRESSION_NOTICES, this);
  }

  onNotices(notices: readonly SuppressionNotice[]): void {
    for (const { environmentId, keys } of notices) {
      const known = this.known.get(environmentId);
      if (!known) continue;
      if (keys) for (const key of keys) known.addresses.add(key);
      else known.dueAt = 0;
    }
  }

  onInterruption(): void {
    for (const known of this.known.values()) known.dueAt = 0;
  }

  /** To be called when entries are stored: from now on they count, here at once and elsewhere with the notice. */
  added(environmentId: Types.ObjectId, entries: readonly Listed[]): void {
    const keys = entries.map(({ channel, address }) => addressKey(channel, address));
    const known = this.known.get(environmentId);
    for (const key of keys) known?.addresses.add(key);
    // Within the process it arrives again, which changes nothing.
    this.pubSub.publish(SUPPRESSION_NOTICES, { environmentId, ...(keys.length <= MAX_KEYS && { keys }) });
  }

  /** Those of the addresses that may be on the list, in the form in which they are compared. */
  async candidates({ environmentId, channel, addresses }: AddressQuery): Promise<string[]> {
    const known = this.known.get(environmentId) ?? this.begin(environmentId);
    if (known.readAt === undefined) await this.readFirst(known);
    else if (known.reading || this.clock.now().getTime() >= known.dueAt) await this.read(known);
    return candidatesIn(known, channel, addresses);
  }

  /** The entries of such candidates that count now, with one command for each environment. */
  confirm(queries: readonly AddressQuery[]): Promise<Suppression[][]> {
    return inGroups(
      queries,
      ({ environmentId }) => environmentId,
      async (group) => {
        const $in = [...new Set(group.flatMap(({ addresses }) => addresses))];
        const found = await this.documents.find({ environmentId: group[0]!.environmentId, address: { $in } }).toArray();
        const now = this.clock.now();
        const counting = found.filter(({ expiresAt }) => !expiresAt || expiresAt > now);
        return group.map(({ channel, addresses }) =>
          counting.filter((one) => one.channel === channel && addresses.includes(one.address)),
        );
      },
    );
  }

  /** The entries that count for these addresses. */
  async find(query: AddressQuery): Promise<Suppression[]> {
    const addresses = await this.candidates(query);
    return addresses.length === 0 ? [] : (await this.confirm([{ ...query, addresses }]))[0]!;
  }

  /** Sends a message. Those who suppress one of its addresses meanwhile wait for that with {@link settled}. */
  async during<T>({ environmentId, channel, addresses }: AddressQuery, send: () => Promise<T>): Promise<T> {
    const sending = send();
    const places = addresses.map((address) => placeOf(environmentId, channel, comparable(channel, address)));
    for (const place of places) this.sending.set(place, (this.sending.get(place) ?? new Set()).add(sending));
    try {
      return await sending;
    } finally {
      for (const place of places) {
        const others = this.sending.get(place);
        others?.delete(sending);
        if (others?.size === 0) this.sending.delete(place);
      }
    }
  }

  /** Resolves when what was being sent to these addresses by this process has been sent, or when patience has ended. */
  async settled(environmentId: Types.ObjectId, entries: readonly Listed[], patienceMs = PATIENCE_MS): Promise<void> {
    const open = entries.flatMap(({ channel, address }) => [
      ...(this.sending.get(placeOf(environmentId, channel, address)) ?? []),
    ]);
    if (open.length === 0) return;
    const timeout = new AbortController();
    const patience = wait(patienceMs, undefined, { signal: timeout.signal, ref: false }).catch(() => undefined);
    await Promise.race([Promise.allSettled(open), patience]);
    timeout.abort();
  }

  private begin(environmentId: Types.ObjectId): Known {
    this.makeRoom();
    const known: Known = { environmentId, addresses: new AddressSet(), dueAt: 0 };
    this.known.set(environmentId, known);
    return known;
  }

  private makeRoom(): void {
    let addresses = 0;
    for (const { addresses: one } of this.known.values()) addresses += one.size;
    for (const oldest of this.known.values()) {
      if (addresses <= MAX_ADDRESSES && this.known.size < MAX_LISTS) return;
      this.known.delete(oldest.environmentId);
      addresses -= oldest.addresses.size;
    }
  }

  private readFirst(known: Known): Promise<void> {
    if (known.reading && known.patience) return known.patience;
    const reading = this.read(known);
    known.patience = Promise.race([reading, wait(FIRST_READ_MS, undefined, { ref: false })]);
    // Who still waits hears of a failure; who comes later begins again.
    reading.catch(() => undefined);
    return known.patience;
  }

  private read(known: Known): Promise<void> {
    known.reading ??= this.readNew(known).finally(() => delete known.reading);
    return known.reading;
  }

  /** Reads all entries at first, then those that are new. */
  private async readNew(known: Known): Promise<void> {
    const { environmentId, readAt, addresses } = known;
    const [begun, timed] = [Date.now(), performance.now()];
    known.dueAt = Number.POSITIVE_INFINITY;
    try {
      const since = readAt === undefined ? undefined : idAt(readAt - OVERLAP_MS);
      const found = this.documents.find(
        { environmentId, ...(since && { _id: { $gte: since } }) },
        { projection: { _id: 0, channel: 1, address: 1 }, batchSize: PORTION },
      );
      for await (const { channel, address } of found) addresses.add(addressKey(channel, address));
    } catch (error) {
      known.dueAt = 0;
      throw error;
    }
    known.readAt = begun;
    const pause = Math.max(LOOK_MS, PAUSE_PER_LOOK * (performance.now() - timed));
    // A notice that came meanwhile asks for another look.
    if (known.dueAt !== 0) known.dueAt = this.clock.now().getTime() + pause;
    this.known.delete(environmentId);
    this.known.set(environmentId, known);
  }
}

function candidatesIn(
  { addresses: known, readAt }: Known,
  channel: SuppressibleChannel,
  addresses: readonly string[],
): string[] {
  if (readAt === undefined) return addresses.map((address) => comparable(channel, address));
  if (known.size === 0) return [];
  return addresses
    .map((address) => comparable(channel, address))
    .filter((address) => known.has(addressKey(channel, address)));
}

function placeOf(environmentId: Types.ObjectId, channel: SuppressibleChannel, address: string): string {
  return `${environmentId} ${channel} ${address}`;
}

/** The smallest id that an entry can have that was made at a time. */
function idAt(milliseconds: number): Types.ObjectId {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return fromHex(seconds.toString(16).padStart(8, '0') + '0'.repeat(16));
}
