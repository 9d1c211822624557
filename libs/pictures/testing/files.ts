import { deflateSync } from 'node:zlib';
import { exifOf } from '../exif.js';
import { chunkOf, PNG_SIGNATURE } from '../png.js';

/** Where a photo was taken, as metadata has it; no picture that is kept contains it. */
export const SECRET = 'GPS 52.5170365,13.3888599';

/** Exif with an orientation and, behind it, a place. */
export const exifWith = (orientation: number): Buffer => Buffer.concat([exifOf(orientation), Buffer.from(SECRET)]);

/** A PNG of one colour, with further chunks before its pixels. */
export function aPng({ width = 2, height = 3, extra = new Array<Buffer>() } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = width * height > 1_000_000 ? Buffer.alloc(10) : Buffer.alloc((width * 3 + 1) * height, 0x66);
  for (let row = 0; row < height && rows.length > 10; row += 1) rows[row * (width * 3 + 1)] = 0;
  const pixels = chunkOf('IDAT', deflateSync(rows));
  return Buffer.concat([PNG_SIGNATURE, chunkOf('IHDR', head), ...extra, pixels, chunkOf('IEND', Buffer.alloc(0))]);
}

/** A segment of a JPEG. */
export function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The segments of a JPEG. Its pixels are only as long as a reader of segments needs. */
export function aJpeg({ width = 2, height = 3, extra = new Array<Buffer>() } = {}): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    ...extra,
    segment(0xc0, frame),
    segment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from('12ff0034ffd056', 'hex'),
    Buffer.from('ffd9', 'hex'),
  ]);
}

/** A GIF of as many frames as wanted, each of one pixel. */
export function aGif({ width = 2, height = 3, frames = 1, extra = new Array<Buffer>() } = {}): Buffer {
  const screen = Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  // How long the frame is shown, then its place, its size and its pixels.
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex');
  const shown = Array.from({ length: frames }, () => frame);
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...extra, ...shown, Buffer.from([0x3b])]);
}

/** A chunk of a WebP. */
export function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A WebP of chunks. */
export function webpOf(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The pixels of a WebP without loss, as its head says them. */
export function losslessPixels(width = 2, height = 3): Buffer {
  const data = Buffer.alloc(7);
  data[0] = 0x2f;
  data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  return webpChunk('VP8L', data);
}

/** The first chunk of a WebP that has more than pixels. */
export function extendedHead(flags: number, width = 2, height = 3): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}
