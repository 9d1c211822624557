import { buffer } from 'node:stream/consumers';
import type { AttachedFile } from '../kit/content.js';

/** A file in the form in which most APIs take it. */
export interface Base64File {
  name: string;
  mime?: string;
  /** The content in Base64. */
  content: string;
}

/** Files with their content; undefined when there are none, so that the field is left out. */
export async function base64Files(files: readonly AttachedFile[] | undefined): Promise<Base64File[] | undefined> {
  if (!files || files.length === 0) return undefined;
  const read: Base64File[] = [];
  // One after the other: they may be large.
  for (const { name, mime, open } of files) {
    const content = (await buffer(await open())).toString('base64');
    read.push({ name, ...(mime !== undefined && { mime }), content });
  }
  return read;
}
