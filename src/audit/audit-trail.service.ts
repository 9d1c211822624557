import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import { type Model, mongo, Types } from 'mongoose';
import type { Key } from '../platform/ids.js';
import type { Caller, GuestCaller } from '../auth/caller.js';
import type { Account } from '../auth/people/account.schema.js';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { isDuplicateKey, rawCollection } from '../platform/persistence/writes.js';
import { groupBy } from '../platform/values/group-by.js';
import { WriteBatcher } from '../platform/scheduling/write-batcher.js';
import {
  type Actor,
  AuditEntry,
  type AuditKind,
  type AuditResult,
  type Origin,
  toUnsealedLine,
} from './audit-entry.schema.js';
import { type ChainPosition, hashOf, NO_HASH } from './chain.js';
import type { Changes } from './changes.js';
import { redactText } from './redaction.js';

/** What is to be recorded. Ids and names are cut, and texts that look like secrets are replaced; changes must be redacted. */
export interface AuditRecord {
  organizationId: Types.ObjectId;
  /** Environment that was changed; undefined for what concerns the organization. */
  environmentId?: Types.ObjectId;
  /** Default: a change. */
  kind?: AuditKind;
  /** Default: success. */
  result?: AuditResult;
  actor: Actor;
  origin?: Origin;
  /** Id of the operation in the OpenAPI document, or a name of the same form: `Bootstrap_firstStart`. */
  operation: string;
  method?: string;
  route?: string;
  /** The first part of the permission, such as `workflows`. */
  resource: string;
  /** All names of the thing that are known, the most usual one first. */
  resourceIds?: readonly Key[];
  /** What people call the thing. */
  resourceName?: string;
  /** Made by `changesBetween` or `fieldsOf`, which know secrets. */
  changes?: Changes;
}

type Pending = Omit<AuditEntry, 'sequence' | 'previousHash' | 'hash'>;

const MAX_NAME = 300;
const MAX_IDS = 10;

/**
 * Seconds for which a process trusts the end of a chain that it knows. The index tells it that others have gone on, but only
 * as long as retention has not deleted what they have written.
 */
const HEAD_SECONDS = 60;
const MAX_HEADS = 1000;

/** A writer that loses against those of other processes so often has met something else than them. */
const MAX_LOSSES = 1000;

/**
 * Appends entries to the audit trail. Entries of one process that arrive together are one insert. Between processes the
 * unique index decides: who comes second reads the new end of the chain and tries again.
 *
 * Needs nothing of Nest, so that commands on the server can make one of their own.
 */
@Injectable()
export class AuditTrail {
  private readonly batcher = new WriteBatcher((entries: Pending[]) => this.appendAll(entries));
  /** The last entry of each organization as far as this process knows. */
  private readonly heads: ExpiringCache<ChainPosition>;

  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    private readonly clock: Clock,
  ) {
    this.heads = new ExpiringCache(clock, HEAD_SECONDS, MAX_HEADS);
  }

  /** Appends an entry; resolves when it is stored. Rejects when the store fails: what is recorded has then happened. */
  record(record: AuditRecord): Promise<void> {
    const { organizationId, environmentId, kind = 'change', result = 'success', actor, origin } = record;
    const { operation, method, route, resource, resourceIds = [], resourceName, changes } = record;
    const entry: Pending = {
      _id: new Types.ObjectId(),
      organizationId,
      at: this.clock.now(),
      kind,
      result,
      actor: texts(actor),
      ...(origin && { origin: texts(origin) }),
      operation,
      ...(method && { method }),
      ...(route && { route }),
      resource,
      resourceIds: [...new Set(resourceIds.map(String))].slice(0, MAX_IDS).map(text),
      ...(resourceName && { resourceName: text(resourceName) }),
      ...(environmentId && { environment: environmentId }),
      changes: changes?.changes ?? [],
      ...(changes?.changesLeftOut && { changesLeftOut: changes.changesLeftOut }),
    };
    return this.batcher.add([entry]);
  }

  private async appendAll(pending: Pending[]): Promise<void> {
    for (const [organization, entries] of groupBy(pending, ({ organizationId }) => organizationId)) {
      try {
        await this.append(organization, entries);
      } catch (error) {
        // Whether they were stored is not known.
        this.heads.delete(organization);
        throw error;
      }
    }
  }

  private async append(organization: string, entries: Pending[]): Promise<void> {
    let waiting = entries;
    for (let losses = 0; waiting.length > 0; losses++) {
      const head = this.heads.get(organization) ?? (await this.readHead(waiting[0]!.organizationId));
      const chained = chain(waiting, head);
      const stored = await this.insert(chained, losses);
      const last = chained[stored - 1];
      if (stored === chained.length && last) this.heads.set(organization, last);
      else this.heads.delete(organization);
      waiting = waiting.slice(stored);
    }
  }

  /** How many of them were stored before one whose place another process has taken. */
  private async insert(entries: AuditEntry[], losses: number): Promise<number> {
    try {
      await rawCollection<AuditEntry>(this.entries).insertMany(entries, { ordered: true });
      return entries.length;
    } catch (error) {
      if (losses === MAX_LOSSES) throw error;
      if (error instanceof mongo.MongoBulkWriteError) {
        const [failure] = [error.writeErrors].flat();
        if (failure && isTaken(failure)) return failure.index;
      }
      if (isDuplicateKey(error)) return 0;
      throw error;
    }
  }

  private async readHead(organizationId: Types.ObjectId): Promise<ChainPosition> {
    const last = await this.entries
      .findOne({ organizationId }, { sequence: 1, hash: 1 })
      .sort({ sequence: -1 })
      .lean<ChainPosition>();
    return last ?? { sequence: 0, hash: NO_HASH };
  }
}

const DUPLICATE_KEY = 11_000;

function isTaken({ code }: Pick<mongo.WriteError, 'code'>): boolean {
  return code === DUPLICATE_KEY;
}

function chain(pending: readonly Pending[], head: ChainPosition): AuditEntry[] {
  let { sequence, hash } = head;
  return pending.map((entry) => {
    const next = { ...entry, sequence: ++sequence, previousHash: hash };
    hash = hashOf(toUnsealedLine(next));
    return { ...next, hash };
  });
}

/** As it is read back from the store, without secrets, and short. */
function text(value: string): string {
  return Buffer.from(redactText(value).slice(0, MAX_NAME)).toString();
}

function texts<T extends object>(value: T): T {
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given.map(([name, one]) => [name, text(String(one))])) as T;
}

/** Who sends a request, as entries name them. */
export function actorOf(caller: Caller | GuestCaller): Actor {
  return { type: caller.kind === 'guest' ? 'anonymous' : caller.kind, id: caller.id, name: caller.name };
}

/** A person who is not the caller of the request yet. */
export function personActor({ _id, email }: Pick<Account, '_id' | 'email'>): Actor {
  return { type: 'person', id: _id.toHexString(), name: email };
}

/** From where a request comes. */
export function originOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Origin {
  const requestId = headers['x-request-id'];
  return {
    address: ip,
    userAgent: headers['user-agent'],
    ...(typeof requestId === 'string' && { requestId }),
  };
}

/** A part of the system that acts without a request. */
export function systemActor(name: string): Actor {
  return { type: 'system', name };
}
