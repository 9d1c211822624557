import type { Types } from 'mongoose';
import type { DeliveryReport } from '../messages/message.schema.js';

/** A report about a message that is not stored, and the ids that the provider may know the message by. */
export interface EarlyReport {
  report: DeliveryReport;
  providerMessageIds: readonly string[];
}

/** The integration that has sent the messages. */
interface Source {
  environmentId: Types.ObjectId;
  _id: Types.ObjectId;
}

/** Reports of one integration that are looked at again. */
export interface DueReports {
  source: Source;
  reports: EarlyReport[];
}

interface Kept extends EarlyReport {
  source: Source;
  /** How often it was looked at since it came. */
  looks: number;
  dueAt: number;
}

/** Milliseconds after which a report is looked at again. A provider has responded by then, and its message is stored. */
const PAUSES = [1000, 5000, 20_000, 60_000, 120_000];
/** Reports kept for one integration, and in all; further ones are dropped. */
const LIMITS = { ofIntegration: 1000, ofProcess: 5000 };
/** Characters kept of the provider's own text. */
const MAX_RESPONSE = 2000;

/**
 * Reports that came before the response to the request that sent their message, and so before the message was stored
 * (behaviour B5). They are kept in the memory of the process that got them, for a few minutes.
 */
export class EarlyReports {
  private kept: Kept[] = [];
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits = LIMITS) {}

  /** The number of kept reports. */
  get size(): number {
    return this.kept.length;
  }

  /** `looks`: how often they were looked at before. After the last look they are dropped. */
  keep(source: Source, reports: readonly EarlyReport[], now: Date, looks = 0): void {
    const pause = PAUSES[looks];
    const id = source._id.toHexString();
    if (pause === undefined) return;
    for (const { report, providerMessageIds } of reports) {
      const count = this.counts.get(id) ?? 0;
      if (this.kept.length >= this.limits.ofProcess || count >= this.limits.ofIntegration) return;
      this.counts.set(id, count + 1);
      const { response } = report;
      const short = response === undefined ? report : { ...report, response: response.slice(0, MAX_RESPONSE) };
      this.kept.push({ source, report: short, providerMessageIds, looks: looks + 1, dueAt: now.getTime() + pause });
    }
  }

  /** Removes the reports that are to be looked at now and returns them, with the number of their looks. */
  takeDue(now: Date): (DueReports & { looks: number })[] {
    const due = this.kept.filter(({ dueAt }) => dueAt <= now.getTime());
    if (due.length === 0) return [];
    this.kept = this.kept.filter(({ dueAt }) => dueAt > now.getTime());
    const groups = new Map<string, DueReports & { looks: number }>();
    for (const { source, looks, report, providerMessageIds } of due) {
      const id = source._id.toHexString();
      const count = (this.counts.get(id) ?? 0) - 1;
      if (count > 0) this.counts.set(id, count);
      else this.counts.delete(id);
      const group = groups.get(`${id} ${looks}`) ?? { source, looks, reports: [] };
      group.reports.push({ report, providerMessageIds });
      groups.set(`${id} ${looks}`, group);
    }
    return [...groups.values()];
  }
}
