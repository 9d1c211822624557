import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Renames a folder that cannot be used to `<folder>.damaged-<time>` and returns the new path.
 * Nothing is deleted: that is `forgetOlder`'s part, once a new folder works.
 */
export async function setAside(folder: string, now: Date = new Date()): Promise<string> {
  const time = now.toISOString().replaceAll(/[-:.]/g, '');
  const aside = `${folder}.damaged-${time}`;
  await rename(folder, aside);
  return aside;
}

/** Deletes what was set aside from `folder` before, except `latest`: old queues do not pile up on the disk. */
export async function forgetOlder(folder: string, latest: string): Promise<void> {
  const ours = new RegExp(`^${escaped(basename(folder))}\\.damaged-\\d{8}T\\d{9}Z$`);
  const names = await readdir(dirname(folder));
  const older = names.filter((name) => ours.test(name) && name !== basename(latest));
  for (const name of older) await rm(join(dirname(folder), name), { recursive: true, force: true });
}

/** Renames a folder back after nothing better could be put in its place. */
export async function putBack(aside: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await rename(aside, folder);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
