import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { Caller, PersonCaller } from '../auth/caller.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Environment } from '../auth/environment.schema.js';
import { roleLacks } from '../auth/may-write.js';
import { type CursorPage, findCursorPage } from '../platform/paging/cursor-page.js';
import type { AuditPeriodDto, ListAuditQueryDto } from './audit.dto.js';
import { AuditEntry, toUnsealedLine } from './audit-entry.schema.js';
import { lineOf } from './chain.js';
import { Pseudonyms } from './pseudonyms.service.js';

const PERMISSION = 'audit:read';

/** Entries that are read with one command for an export. */
const BATCH = 200;

/** Reads the audit trail for those who may see it. */
@Injectable()
export class AuditService {
  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly pseudonyms: Pseudonyms,
  ) {}

  /** A page of the entries that the caller may see, newest first unless ordered otherwise. */
  async list(environment: EnvironmentRef, caller: Caller, query: ListAuditQueryDto): Promise<CursorPage<AuditEntry>> {
    const { organizationId } = caller;
    const visible = caller.kind === 'key' ? { environment: environment.id } : await this.visibleTo(caller);
    const filter = { organizationId, $and: [visible, ...this.matching(query)] } as QueryFilter<AuditEntry>;
    return findCursorPage(this.entries, filter, Object.assign({}, query, { orderBy: 'at' }));
  }

  /**
   * The lines of an export, oldest first: whole entries, so that the chain can be checked. Throws 403 unless the caller is
   * a person whose role in the organization may read the trail of all environments.
   */
  async export(person: PersonCaller, period: AuditPeriodDto): Promise<AsyncGenerator<string>> {
    const hidden = (await this.environmentsOf(person)).find((id) => !person.may(PERMISSION, id));
    if (hidden) throw roleLacks(person, hidden, 'audit:export');
    return this.lines(person.organizationId, period);
  }

  private async *lines(organizationId: Types.ObjectId, period: AuditPeriodDto): AsyncGenerator<string> {
    let behind = await this.firstOf(organizationId, period);
    if (behind === undefined) return;
    for (;;) {
      const page: AuditEntry[] = await this.entries
        .find({ organizationId, sequence: { $gte: behind } })
        .sort({ sequence: 1 })
        .limit(BATCH)
        .lean<AuditEntry[]>();
      const end = page.findIndex(({ at }) => period.to !== undefined && at >= new Date(period.to));
      for (const entry of end === -1 ? page : page.slice(0, end))
        yield `${lineOf(toUnsealedLine(entry), entry.hash)}\n`;
      if (end !== -1 || page.length < BATCH) return;
      behind = page.at(-1)!.sequence + 1;
    }
  }

  /** Number of the first entry of a period. What follows is exported without gaps, even where clocks of processes differ. */
  private async firstOf(organizationId: Types.ObjectId, { from }: AuditPeriodDto): Promise<number | undefined> {
    const since = from === undefined ? {} : { at: { $gte: new Date(from) } };
    const first = await this.entries
      .findOne({ organizationId, ...since }, { sequence: 1 })
      .sort({ sequence: 1 })
      .lean();
    return first?.sequence;
  }

  /** The entries of environments where the person may read the trail, and of the organization where its role may. */
  private async visibleTo(caller: PersonCaller): Promise<object> {
    const ids = await this.environmentsOf(caller);
    if (!caller.may(PERMISSION)) return { environment: { $in: ids.filter((id) => caller.may(PERMISSION, id)) } };
    // Also those of environments that are no longer there.
    return { environment: { $nin: ids.filter((id) => !caller.may(PERMISSION, id)) } };
  }

  private async environmentsOf({ organizationId }: PersonCaller): Promise<Types.ObjectId[]> {
    return (await this.environments.find({ organizationId }, { _id: 1 }).lean()).map(({ _id }) => _id);
  }

  private matching(query: ListAuditQueryDto): object[] {
    const { kind, actor, resource, resourceId, operation, environmentId, from, to } = query;
    return [
      {
        ...(kind && { kind }),
        ...(resource !== undefined && { resource }),
        ...(operation !== undefined && { operation }),
        ...(resourceId !== undefined && { resourceIds: { $in: this.pseudonyms.namesOf(resourceId) } }),
      },
      ...(actor === undefined ? [] : [{ $or: [{ 'actor.id': actor }, { 'actor.name': actor }] }]),
      ...(environmentId === undefined ? [] : [{ environment: new Types.ObjectId(environmentId) }]),
      ...(from === undefined ? [] : [{ at: { $gte: new Date(from) } }]),
      ...(to === undefined ? [] : [{ at: { $lt: new Date(to) } }]),
    ];
  }
}
