import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { requiredVariable } from '../required-variable.js';
import { temporaryFolder } from '../store/support/temporary-folder.js';

/** The folder of an empty queue, for one test. */
export interface QueueFolder {
  /** To be opened as `dataDir`. */
  path: string;
  /** The folder around it, where the lock and quarantined folders appear. */
  parent: string;
  remove(): Promise<void>;
}

/** A copy of the empty queue that the set-up of the tests has made. */
export async function emptyQueue(): Promise<QueueFolder> {
  const folder = await temporaryFolder('queue');
  putEmptyQueue(folder.path);
  return { path: join(folder.path, 'queue'), parent: folder.path, remove: () => folder.remove() };
}

/**
 * Puts an empty queue into the data folder of an application that starts there for the first time: PGlite would take
 * seconds of computing to make one. The copy is synchronous because that takes half the processor time for its thousand
 * files.
 */
export function putEmptyQueue(dataDir: string): void {
  cpSync(requiredVariable('TEST_QUEUE_TEMPLATE'), join(dataDir, 'queue'), { recursive: true });
}
