import { crc32, inflateSync } from 'node:zlib';
import { exifOf, orientationIn } from './exif.js';
import { assertNothingAfter, bytesAt, PictureError, type ReadPicture, truncated } from './picture.js';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** What is needed to show the picture in its colours, and its animation. Texts, times, Exif and unknown chunks are not. */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP bKGD sBIT pHYs acTL fcTL fdAT'.split(' '));
/** A profile of colours has a few kilobytes; a much larger one would only take memory. */
const MAX_PROFILE_BYTES = 4_000_000;

/** Reads a PNG chunk by chunk, each with its checksum. */
export function readPng(file: Buffer): ReadPicture {
  const kept: Buffer[] = [PNG_SIGNATURE];
  let [width, height, frames, orientation] = [0, 0, 1, 1];
  let [hasPixels, hasProfile] = [false, false];
  for (let at = PNG_SIGNATURE.length; ;) {
    const length = bytesAt(file, at, 8).readUInt32BE(0);
    const name = file.toString('latin1', at + 4, at + 8);
    const chunk = bytesAt(file, at, length + 12);
    const data = chunk.subarray(8, 8 + length);
    if (crc32(chunk.subarray(4, 8 + length)) !== chunk.readUInt32BE(8 + length)) throw new PictureError('is damaged');
    if (kept.length === 1) {
      if (name !== 'IHDR' || length !== 13) throw new PictureError('is damaged: it does not begin as a PNG does');
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    }
    if (name === 'acTL' && length === 8) frames = Math.max(1, data.readUInt32BE(0));
    if (name === 'IDAT') hasPixels = true;
    if (name === 'eXIf') {
      orientation = orientationIn(data);
      if (orientation !== 1) kept.push(chunkOf('eXIf', exifOf(orientation)));
    } else if (KEPT.has(name)) {
      // A picture has one profile: unpacking hundreds would take seconds.
      if (name !== 'iCCP' || (!hasProfile && isSmallProfile(data))) kept.push(chunk);
      hasProfile ||= name === 'iCCP';
    } else if (isCritical(name)) throw new PictureError(`has a part that no PNG has: ${JSON.stringify(name)}`);
    at += chunk.length;
    if (name !== 'IEND') continue;
    if (!hasPixels) throw truncated();
    assertNothingAfter(file, at);
    return { width, height, frames, orientation, content: Buffer.concat(kept) };
  }
}

/** A capital first letter: the picture cannot be shown without it. */
function isCritical(name: string): boolean {
  return !/^[a-z][A-Za-z]{3}$/.test(name);
}

function isSmallProfile(data: Buffer): boolean {
  const start = data.indexOf(0) + 2;
  try {
    inflateSync(data.subarray(start), { maxOutputLength: MAX_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}

/** A chunk with its length and its checksum. */
export function chunkOf(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
