import { cp } from 'node:fs/promises';
import { requiredVariable } from '../required-variable.js';
import { temporaryFolder } from '../store/support/temporary-folder.js';

/** The folder of an empty queue, for one test. */
export interface QueueFolder {
  /** To be opened as `dataDir`. */
  path: string;
  /** The folder around it, where the lock and what is set aside appear. */
  parent: string;
  remove(): Promise<void>;
}

/** A copy of the empty queue that the set-up of the tests has made: a new one would take seconds. */
export async function emptyQueue(): Promise<QueueFolder> {
  const folder = await temporaryFolder('queue');
  const path = `${folder.path}/queue`;
  await cp(requiredVariable('TEST_QUEUE_TEMPLATE'), path, { recursive: true });
  return { path, parent: folder.path, remove: () => folder.remove() };
}
