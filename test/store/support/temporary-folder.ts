import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that exists until `remove` is called. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates an empty folder in the system's place for temporary files. */
export async function temporaryFolder(subject: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `carillon-${subject}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
