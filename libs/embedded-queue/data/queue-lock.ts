import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FolderInUseError, FolderLock, describeHolder } from '../../folder-lock/folder-lock.js';
import { EmbeddedQueueStartError } from '../queue-start-error.js';

/**
 * Takes the lock of the queue's folder: a file beside it, because the folder itself may be set aside.
 * Throws EmbeddedQueueStartError LOCKED, naming the other process, while it is held.
 */
export async function lockQueueFolder(folder: string): Promise<FolderLock> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    return await FolderLock.take(`${folder}.lock`);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new EmbeddedQueueStartError('LOCKED', `The folder ${folder} is in use by ${describeHolder(error.holder)}`);
  }
}
