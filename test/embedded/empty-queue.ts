import { cp } from 'node:fs/promises';
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
  const template = process.env.TEST_QUEUE_TEMPLATE;
  if (!template) throw new Error('TEST_QUEUE_TEMPLATE is not set: the set-up of the tests has not run');
  const folder = await temporaryFolder('queue');
  const path = `${folder.path}/queue`;
  await cp(template, path, { recursive: true });
  return { path, parent: folder.path, remove: () => folder.remove() };
}
