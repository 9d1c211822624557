import { type FileHandle, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Config } from '../../platform/config/config.js';
import { isObject } from '../../platform/values/is-object.js';

type Id = Types.ObjectId | string;

/** The event that attachments belong to. */
export interface AttachmentOwner {
  environmentId: Id;
  eventId: Id;
}

/** The content of one attachment. */
export interface AttachmentContent {
  id: Id;
  content: Uint8Array;
}

/** File names are ids from the store, never values from a request. */
const ID = /^[0-9a-f]{24}$/;

/**
 * Stores the content of attachments as files, `<environment>/<event>/<attachment>` below `ATTACHMENTS_DIR`, readable
 * only by the user of this process.
 */
@Injectable()
export class AttachmentFiles {
  private readonly root: string;

  constructor({ attachmentsDir, dataDir }: Config) {
    this.root = resolve(attachmentsDir ?? join(dataDir, 'attachments'));
  }

  /**
   * Writes the attachments of a new event. When it returns they survive a crash of the machine; when it throws none is
   * left.
   */
  async write(owner: AttachmentOwner, attachments: readonly AttachmentContent[]): Promise<void> {
    const folder = this.folderOf(owner);
    try {
      const created = await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const { id, content } of attachments) await writeSafely(join(folder, nameOf(id)), content);
      // The names are entries of the folders, which must be flushed to disk like the files; so are those of new folders.
      const isRootNew = created !== undefined && created.length <= this.root.length;
      for (const one of upTo(isRootNew ? dirname(created) : this.root, folder)) await sync(one);
    } catch (error) {
      await this.remove(owner).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Returns the content of an attachment and its size; undefined when there is no such file. Read the stream or destroy
   * it.
   */
  async open(owner: AttachmentOwner, id: Id): Promise<{ stream: Readable; size: number } | undefined> {
    const file = await unlessAbsent(open(join(this.folderOf(owner), nameOf(id)), 'r'));
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      return { stream: file.createReadStream(), size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Removes the attachments of an event. Returns false when it has none. Open streams can still be read. */
  async remove(owner: AttachmentOwner): Promise<boolean> {
    return removeFolder(this.folderOf(owner));
  }

  /** Removes the attachments of all events of an environment. Returns false when there are none. */
  async removeEnvironment(environmentId: Id): Promise<boolean> {
    return removeFolder(join(this.root, nameOf(environmentId)));
  }

  /** Yields all events that have files, in no particular order. Some may be added and removed meanwhile. */
  async *owners(): AsyncGenerator<{ environmentId: string; eventId: string }> {
    for await (const environmentId of foldersIn(this.root)) {
      for await (const eventId of foldersIn(join(this.root, environmentId))) yield { environmentId, eventId };
    }
  }

  private folderOf({ environmentId, eventId }: AttachmentOwner): string {
    return join(this.root, nameOf(environmentId), nameOf(eventId));
  }
}

function nameOf(id: Id): string {
  const name = String(id);
  if (!ID.test(name)) throw new TypeError(`"${name}" is not an id`);
  return name;
}

/** A file gets its name when it is complete and on disk. */
async function writeSafely(path: string, content: Uint8Array): Promise<void> {
  const unfinished = `${path}.part`;
  await using(await open(unfinished, 'wx', 0o600), async (file) => {
    await file.writeFile(content);
    await file.sync();
  });
  await rename(unfinished, path);
}

/** A folder and those above it, up to one of these. */
function upTo(top: string, folder: string): string[] {
  const parent = dirname(folder);
  return folder === top || folder === parent ? [folder] : [folder, ...upTo(top, parent)];
}

async function sync(folder: string): Promise<void> {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return;
  await using(await open(folder, 'r'), (handle) => handle.sync());
}

async function using(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

async function removeFolder(path: string): Promise<boolean> {
  // Attempts may fail while another process adds or removes files.
  const removed = await unlessAbsent(rm(path, { recursive: true, maxRetries: 5, retryDelay: 20 }).then(() => true));
  return removed ?? false;
}

async function* foldersIn(path: string): AsyncGenerator<string> {
  const folder = await unlessAbsent(opendir(path));
  if (!folder) return;
  for await (const entry of folder) if (entry.isDirectory() && ID.test(entry.name)) yield entry.name;
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isObject(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
