import type { PagePlan } from './plan-read.js';
import type { Candidate, CandidateSource } from './scan.js';
import { storedRange } from './scan.js';
import type { Steps } from '../storage/commit-queue.js';
import type { FoundRow } from '../storage/key-pages/key-page.js';
import type { PageCache } from '../storage/key-pages/page-cache.js';

/** The entries of an index that satisfy a condition on texts, found in its pages. */
export class PageScan implements CandidateSource {
  keysExamined = 0;
  private start: Buffer;
  private end: Buffer;
  private found: FoundRow[] = [];
  private position = 0;

  constructor(
    private readonly cache: PageCache,
    private readonly plan: PagePlan,
  ) {
    ({ start: this.start, end: this.end } = storedRange(plan.index.id, plan.range.start, plan.range.end));
  }

  *ready(): Steps<void> {
    while (this.position === this.found.length && this.start.compare(this.end) < 0) {
      this.readPage();
      if (this.found.length === 0) yield;
    }
  }

  next(): Candidate | undefined {
    const row = this.found[this.position];
    if (!row) return undefined;
    this.position++;
    return { recordNumber: row.recordNumber, matches: row.isCertain && this.plan.covers };
  }

  pause(): void {}

  private readPage(): void {
    const pages = this.cache.of(this.plan.index);
    const { condition, reverse } = this.plan;
    const extent = reverse ? pages.last(this.start, this.end) : pages.first(this.start, this.end);
    this.found = extent.page.matching(condition, this.start, this.end);
    this.position = 0;
    this.keysExamined += extent.page.rows;
    if (reverse) {
      this.found.reverse();
      this.end = extent.start;
    } else {
      this.start = extent.end;
    }
  }
}
