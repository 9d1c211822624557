import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestApp } from '../../test-app.js';

/** Everything below the folder of attachments: path relative to it, and content of files, byte for byte a character. */
export async function attachmentFiles({
  attachmentsDir,
}: Pick<TestApp, 'attachmentsDir'>): Promise<Map<string, string>> {
  const entries = await readdir(attachmentsDir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, string>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    // It may go while it is looked at.
    const content = entry.isFile() ? await readFile(path, 'latin1').catch(() => undefined) : '';
    if (content !== undefined) files.set(relative(attachmentsDir, path), content);
  }
  return files;
}
