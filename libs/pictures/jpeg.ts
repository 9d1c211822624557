import { exifOf, orientationIn } from './exif.js';
import { assertNothingAfter, bytesAt, PictureError, type ReadPicture, truncated } from './picture.js';

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const PROFILE = Buffer.from('ICC_PROFILE\0', 'latin1');
const JFIF = Buffer.from('JFIF\0', 'latin1');
const ADOBE = Buffer.from('Adobe', 'latin1');

const [START, END, SCAN] = [0xd8, 0xd9, 0xda];
const [APP0, APP1, APP2, APP14, COMMENT] = [0xe0, 0xe1, 0xe2, 0xee, 0xfe];

/**
 * Reads a JPEG segment by segment. Comments and the segments of programs are removed, with the place where a photo was
 * taken and the small picture of it; the profile of colours and the orientation stay.
 */
export function readJpeg(file: Buffer): ReadPicture {
  const kept: Buffer[] = [Buffer.from([0xff, START])];
  let [width, height, orientation] = [0, 0, 1];
  let hasPixels = false;
  for (let at = 2; ;) {
    // Any number of 0xff may stand before a marker.
    while (bytesAt(file, at, 2)[1] === 0xff && file[at] === 0xff) at += 1;
    const marker = file[at + 1]!;
    if (file[at] !== 0xff || marker === 0 || marker === START) throw new PictureError('is damaged');
    if (marker === END) {
      if (!hasPixels || width === 0) throw truncated();
      assertNoOtherAfter(file, at + 2);
      const turned = orientation === 1 ? [] : [segmentOf(APP1, Buffer.concat([EXIF, exifOf(orientation)]))];
      const content = Buffer.concat([kept[0]!, ...turned, ...kept.slice(1), Buffer.from([0xff, END])]);
      return { width, height, frames: 1, orientation, content };
    }
    const length = bytesAt(file, at + 2, 2).readUInt16BE(0);
    if (length < 2) throw new PictureError('is damaged');
    const segment = bytesAt(file, at, length + 2);
    const data = segment.subarray(4);
    if (isFrame(marker)) {
      [height, width] = [bytesAt(data, 1, 2).readUInt16BE(0), bytesAt(data, 3, 2).readUInt16BE(0)];
    }
    if (marker === APP1 && startsWith(data, EXIF)) orientation = orientationIn(data.subarray(EXIF.length));
    const shown = shownOf(marker, data, segment);
    if (shown) kept.push(shown);
    at += segment.length;
    if (marker !== SCAN) continue;
    const end = endOfScan(file, at);
    kept.push(file.subarray(at, end));
    hasPixels ||= end > at;
    at = end;
  }
}

/** The segment as it is kept; undefined for metadata. */
function shownOf(marker: number, data: Buffer, segment: Buffer): Buffer | undefined {
  if (marker === COMMENT) return undefined;
  if (marker < APP0 || marker > 0xef) return segment;
  if (marker === APP0 && startsWith(data, JFIF) && data.length >= 14) {
    // Without the small picture that may follow.
    return segmentOf(APP0, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]));
  }
  if (marker === APP2 && startsWith(data, PROFILE)) return segment;
  return marker === APP14 && startsWith(data, ADOBE) ? segment : undefined;
}

/** Pixels end at a marker other than those that restart them. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at !== -1 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw truncated();
}

/** Phones put further pictures behind the first, such as the map of its brightness; they are cut off. */
function assertNoOtherAfter(file: Buffer, end: number): void {
  const isFurtherJpeg = file[end] === 0xff && file[end + 1] === START && file[end + 2] === 0xff;
  if (!isFurtherJpeg) assertNothingAfter(file, end);
}

/** The segments that say the size. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function startsWith(data: Buffer, beginning: Buffer): boolean {
  return data.subarray(0, beginning.length).equals(beginning);
}

function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
