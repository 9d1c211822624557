import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { later } from '../../../platform/clock.js';
import { derivedId, IdMap, IdSet } from '../../../platform/ids.js';
import type { DigestMembership } from '../../../notifications/activity/run.schema.js';
import { ignoreDuplicates, rawCollection } from '../../../platform/persistence/writes.js';
import { KEEP_MS, type KnownMembership } from './decide-join.js';
import { ClosedWindow, Digest, DigestPage, type OpenWindow } from './digest.schema.js';
import type { WindowEnd } from '../../engine/step-effects.js';

/** A closed window with all its runs, in the order in which they joined. */
export interface WindowRuns {
  window: Types.ObjectId;
  takenBy?: Types.ObjectId;
  runs: Types.ObjectId[];
}

/**
 * Moves full pages and closed windows to documents of their own. Each step is a guarded or idempotent write, so any process
 * may take it, also after another process died halfway.
 */
@Injectable()
export class DigestWindowsService {
  constructor(
    @InjectModel(Digest.name) private readonly digests: Model<Digest>,
    @InjectModel(DigestPage.name) private readonly pages: Model<DigestPage>,
    @InjectModel(ClosedWindow.name) private readonly closed: Model<ClosedWindow>,
  ) {}

  /** Moves the runs of a full page to their own document, so that more runs can join. */
  async turnPage(
    { _id: group, environmentId, subscriberId }: Pick<Digest, '_id' | 'environmentId' | 'subscriberId'>,
    window: OpenWindow,
  ): Promise<void> {
    const page: DigestPage = {
      _id: derivedId(window.id, 'page', String(window.pages)),
      environmentId,
      subscriberId,
      window: window.id,
      group,
      page: window.pages,
      runs: window.runs,
      expiresAt: later(window.until, KEEP_MS),
    };
    await rawCollection<DigestPage>(this.pages).insertOne(page).catch(ignoreDuplicates);
    // A full page does not change any more, so its number is a sufficient guard.
    await this.documents.updateOne(
      { _id: group, 'window.id': window.id, 'window.pages': window.pages },
      { $set: { 'window.runs': [], 'window.pages': window.pages + 1 } },
    );
  }

  /**
   * Closes windows: seals them, so that no run joins any more, stores their runs, and frees their groups for the next
   * window. Ignores windows that are already closed.
   */
  async retire(ends: readonly WindowEnd[]): Promise<void> {
    if (ends.length === 0) return;
    await this.updateEach(ends, () => ({ $set: { 'window.sealed': true } }));
    const digests = await this.documents.find({ _id: { $in: ends.map(({ group }) => group) } }).toArray();
    const byGroup = new Map(digests.map((digest) => [digest._id, digest]));
    const sealed = ends.filter(({ group, window }) => byGroup.get(group)?.window?.id.equals(window));
    if (sealed.length === 0) return;
    const closed = sealed.map(({ group, window, until }): ClosedWindow => {
      const { environmentId, subscriberId, window: open } = byGroup.get(group)!;
      const { pages, runs } = open!;
      const expiresAt = later(until, KEEP_MS);
      return { _id: window, environmentId, subscriberId, group, pages, runs, expiresAt };
    });
    await rawCollection<ClosedWindow>(this.closed).insertMany(closed, { ordered: false }).catch(ignoreDuplicates);
    await this.updateEach(sealed, ({ until }) => ({
      $unset: { window: '' },
      $set: { lastCompletedAt: until, expiresAt: later(until, KEEP_MS) },
    }));
  }

  /** Moves the end of a window that is still open. */
  async extend({ group, window, until }: WindowEnd): Promise<void> {
    await this.updateEach([{ group, window, until }], () => ({
      $set: { 'window.until': until, expiresAt: later(until, KEEP_MS) },
    }));
  }

  /** Gives each closed window to the first run that requests it. Returns the windows with their owner and their runs. */
  async take(requests: readonly { window: Types.ObjectId; run: Types.ObjectId }[]): Promise<WindowRuns[]> {
    await rawCollection<ClosedWindow>(this.closed).bulkWrite(
      requests.map(({ window, run }) => ({
        updateOne: { filter: { _id: window, takenBy: { $exists: false } }, update: { $set: { takenBy: run } } },
      })),
      { ordered: false },
    );
    return this.read(requests.map(({ window }) => window));
  }

  /** Returns closed windows with their runs. */
  async read(windows: Types.ObjectId[]): Promise<WindowRuns[]> {
    const closed = await rawCollection<ClosedWindow>(this.closed)
      .find({ _id: { $in: windows } })
      .toArray();
    const pages = await this.readPages(closed.map(({ _id, pages: count }) => ({ window: _id, count })));
    return closed.map(({ _id, runs, takenBy }) => ({
      window: _id,
      ...(takenBy && { takenBy }),
      runs: [...(pages.get(_id) ?? []), ...runs],
    }));
  }

  /** Returns the runs of an open window in the order in which they joined; undefined when it is not open. */
  async readOpen(group: string, window: Types.ObjectId): Promise<(OpenWindow & { all: Types.ObjectId[] }) | undefined> {
    const open = (await this.documents.findOne({ _id: group }))?.window;
    if (!open?.id.equals(window) || open.sealed) return undefined;
    const pages = await this.readPages([{ window, count: open.pages }]);
    return { ...open, all: [...(pages.get(window) ?? []), ...open.runs] };
  }

  /** Returns the windows that runs can still join. */
  async findOpen(memberships: readonly DigestMembership[]): Promise<IdSet> {
    if (memberships.length === 0) return new IdSet();
    const groups = memberships.map(({ group }) => group);
    const digests = await this.documents.find({ _id: { $in: groups } }, { projection: { window: 1 } }).toArray();
    return new IdSet(digests.flatMap(({ window }) => (window && !window.sealed ? [window.id] : [])));
  }

  /** Returns the windows of runs that are not on the current page of an open window, by run id. */
  async findMemberships(members: readonly { group: string; run: Types.ObjectId }[]): Promise<IdMap<KnownMembership>> {
    if (members.length === 0) return new IdMap();
    const filter = { group: { $in: members.map(({ group }) => group) }, runs: { $in: members.map(({ run }) => run) } };
    const pages = await rawCollection<DigestPage>(this.pages).find(filter).toArray();
    const closed = await rawCollection<ClosedWindow>(this.closed).find(filter).toArray();
    const memberships = [
      ...pages.map(({ window, runs }) => ({ window, runs, takenBy: undefined })),
      ...closed.map(({ _id, runs, takenBy }) => ({ window: _id, runs, takenBy })),
    ];
    return new IdMap(
      memberships.flatMap(({ window, runs, takenBy }) =>
        runs.map((run) => [run, { window, ...(takenBy && { takenBy }) }] as const),
      ),
    );
  }

  /**
   * Returns the runs on the pages before the current one. The document of the current page may already exist, if another
   * process has not updated the window yet or died before: then its runs still count as those of the window (behaviour DG7).
   */
  private async readPages(
    windows: readonly { window: Types.ObjectId; count: number }[],
  ): Promise<IdMap<Types.ObjectId[]>> {
    const runs = new IdMap<Types.ObjectId[]>();
    const counts = new IdMap(windows.map(({ window, count }) => [window, count]));
    const paged = windows.filter(({ count }) => count > 0).map(({ window }) => window);
    if (paged.length === 0) return runs;
    const pages = rawCollection<DigestPage>(this.pages)
      .find({ window: { $in: paged } })
      .sort({ window: 1, page: 1 });
    for await (const { window, page, runs: own } of pages) {
      if (page < (counts.get(window) ?? 0)) runs.set(window, [...(runs.get(window) ?? []), ...own]);
    }
    return runs;
  }

  private async updateEach(ends: readonly WindowEnd[], update: (end: WindowEnd) => object): Promise<void> {
    await this.documents.bulkWrite(
      ends.map((end) => ({
        updateOne: {
          filter: { _id: end.group, 'window.id': end.window },
          update: update(end),
        },
      })),
      { ordered: false },
    );
  }

  private get documents(): mongo.Collection<Digest> {
    return rawCollection<Digest>(this.digests);
  }
}
