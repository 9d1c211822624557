import { exifOf, orientationIn } from './exif.js';
import { assertNothingAfter, bytesAt, PictureError, type ReadPicture, truncated } from './picture.js';

/** Pixels, colours and animation. */
const KEPT = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

interface Chunk {
  name: string;
  data: Buffer;
}

/** Reads a WebP chunk by chunk. Exif, XMP and unknown chunks are removed. */
export function readWebp(file: Buffer): ReadPicture {
  const length = bytesAt(file, 4, 4).readUInt32LE(0);
  const all = chunksIn(bytesAt(file, 12, length - 4));
  assertNothingAfter(file, length + 8);
  const extended = all[0]?.name === 'VP8X' ? all[0].data : undefined;
  const exif = all.find(({ name }) => name === 'EXIF');
  const orientation = extended && exif ? orientationIn(withoutPrefix(exif.data)) : 1;
  const frames = all.filter(({ name }) => name === 'ANMF');
  const pixels = frames.length > 0 ? pixelsOf(chunksIn(bytesFrom(frames[0]!.data))) : pixelsOf(all);
  if (!pixels) throw truncated();
  const kept = all.flatMap(({ name, data }): Chunk[] => {
    if (name === 'VP8X') return [{ name, data: withFlags(data, orientation) }];
    if (name === 'ANMF') return [{ name, data: frameOf(data) }];
    return KEPT.has(name) ? [{ name, data }] : [];
  });
  if (orientation !== 1) kept.push({ name: 'EXIF', data: exifOf(orientation) });
  const [width, height] = extended
    ? [bytesAt(extended, 4, 6).readUIntLE(0, 3) + 1, extended.readUIntLE(7, 3) + 1]
    : pixels;
  const content = fileOf(kept);
  return { width, height, frames: Math.max(1, frames.length), orientation, content };
}

function chunksIn(data: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < data.length;) {
    const length = bytesAt(data, at, 8).readUInt32LE(4);
    chunks.push({ name: data.toString('latin1', at, at + 4), data: bytesAt(data, at + 8, length) });
    // Chunks begin at even places.
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** A frame: its place in 16 bytes, then chunks. */
function frameOf(data: Buffer): Buffer {
  const shown = chunksIn(bytesFrom(data)).filter(({ name }) => name !== 'ANIM' && name !== 'ICCP' && KEPT.has(name));
  if (!pixelsOf(shown)) throw truncated();
  return Buffer.concat([data.subarray(0, 16), ...shown.map(chunkOf)]);
}

function bytesFrom(data: Buffer): Buffer {
  return bytesAt(data, 0, Math.max(16, data.length)).subarray(16);
}

/** Width and height as the pixels say them. */
function pixelsOf(chunks: readonly Chunk[]): [number, number] | undefined {
  const pixels = chunks.find(({ name }) => name === 'VP8 ' || name === 'VP8L');
  if (!pixels) return undefined;
  const { name, data } = pixels;
  if (name === 'VP8 ') {
    const head = bytesAt(data, 0, 10);
    if (head.toString('hex', 3, 6) !== '9d012a') throw new PictureError('is damaged');
    return [head.readUInt16LE(6) & 0x3f_ff, head.readUInt16LE(8) & 0x3f_ff];
  }
  const head = bytesAt(data, 0, 5);
  if (head[0] !== 0x2f) throw new PictureError('is damaged');
  const bits = head.readUInt32LE(1);
  return [(bits & 0x3f_ff) + 1, ((bits >>> 14) & 0x3f_ff) + 1];
}

function withFlags(data: Buffer, orientation: number): Buffer {
  const changed = Buffer.from(bytesAt(data, 0, 10));
  changed[0] = (changed[0]! & ~(HAS_EXIF | HAS_XMP)) | (orientation === 1 ? 0 : HAS_EXIF);
  return changed;
}

/** Some programs write Exif as JPEG has it. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

function chunkOf({ name, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function fileOf(chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(chunkOf)]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
