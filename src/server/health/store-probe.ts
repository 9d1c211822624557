import { statfs } from 'node:fs/promises';
import type { Connection } from 'mongoose';
import type { Config } from '../../platform/config/config.js';

/** A write check is repeated only after this time, so that health checks do not keep the disk busy. */
const REUSE_MS = 3000;

/** With less free space the next writes may fail; the embedded store can still reuse some of its own pages. */
const FREE_BYTES_NEEDED = 8 * 1024 * 1024;

/** Checks whether the store responds and accepts writes. */
export class StoreProbe {
  private written: Promise<void> | undefined;
  private writtenAt = -Infinity;

  constructor(
    private readonly connection: Connection,
    private readonly config: Pick<Config, 'mongodbUri' | 'dataDir'>,
  ) {}

  /** Rejects with the reason when it does not. */
  async check(): Promise<void> {
    const { db } = this.connection;
    if (!db) throw new Error('not connected');
    await db.admin().ping();
    if (performance.now() - this.writtenAt >= REUSE_MS) {
      this.writtenAt = performance.now();
      this.written = this.write();
    }
    await this.written;
  }

  private async write(): Promise<void> {
    if (this.config.mongodbUri === undefined) await assertRoom(this.config.dataDir);
    await this.connection
      .collection<{ _id: string }>('readiness')
      .updateOne({ _id: 'probe' }, { $set: { at: new Date() } }, { upsert: true });
  }
}

async function assertRoom(folder: string): Promise<void> {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk && disk.bavail * disk.bsize < FREE_BYTES_NEEDED) {
    throw Object.assign(new Error(`Less than 8 MB are free in ${folder}`), { code: 'ENOSPC' });
  }
}
