import { join } from 'node:path';
import { builtFile } from '../../src/platform/package-root.js';
import { temporaryFolder } from '../store/support/temporary-folder.js';

/** The empty queue of the build, as the application copies it: PGlite would take seconds of computing to make one. */
export const NEW_QUEUES_FROM = { template: builtFile('queue-template') };

/** The folder of a queue, for one test. */
export interface QueueFolder {
  /** To be opened as `dataDir`; it does not exist yet. */
  path: string;
  /** The folder around it, where the lock and quarantined folders appear. */
  parent: string;
  remove(): Promise<void>;
}

export async function queueFolder(): Promise<QueueFolder> {
  const folder = await temporaryFolder('queue');
  return { path: join(folder.path, 'queue'), parent: folder.path, remove: () => folder.remove() };
}
