import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** An empty member of gzip that has a comment: `gzip` and `tar` read over it. */
const HEAD = Buffer.from('1f8b08100000000000ff', 'hex');
const TAIL = Buffer.from('0003000000000000000000', 'hex');
const SEAL_BYTES = HEAD.length + 64 + TAIL.length;

/**
 * Appends the SHA-256 of an archive to it. The sums of gzip are of what is unpacked: some wrong bits change nothing
 * there, but show that the disk is failing.
 */
export async function appendSeal(file: string): Promise<void> {
  await appendFile(file, sealOf(await hashOf(file)));
}

/** Whether an archive is, to the last bit, as it was when it was sealed. */
export async function isSealed(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size <= SEAL_BYTES) return false;
    const { buffer } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, size - SEAL_BYTES);
    return buffer.equals(sealOf(await hashOf(file, size - SEAL_BYTES - 1)));
  } finally {
    await handle.close();
  }
}

function sealOf(hash: string): Buffer {
  return Buffer.concat([HEAD, Buffer.from(hash, 'latin1'), TAIL]);
}

async function hashOf(file: string, end?: number): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { end }), hash);
  return hash.digest('hex');
}
