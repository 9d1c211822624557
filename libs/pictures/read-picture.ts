import { readGif } from './gif.js';
import { readJpeg } from './jpeg.js';
import { assertSize, type Picture, PictureError, type PictureType, type ReadPicture } from './picture.js';
import { PNG_SIGNATURE, readPng } from './png.js';
import { readWebp } from './webp.js';

const READERS: Readonly<Record<PictureType, (file: Buffer) => ReadPicture>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
};

/** The ending of addresses of pictures. */
export const ENDINGS: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

const TAKEN = 'PNG, JPEG, GIF and WebP are taken';

/**
 * Reads a picture by its bytes, whatever it is called, and removes its metadata: where and with what it was taken, comments,
 * small pictures of it. Its pixels are not decoded.
 *
 * @throws PictureError for anything but a complete PNG, JPEG, GIF or WebP, for one that is something else besides, and for
 * one with more pixels than are taken.
 */
export function readPicture(file: Buffer): Picture {
  const type = typeOf(file);
  const { orientation, width, height, ...picture } = READERS[type](file);
  assertSize({ width, height, frames: picture.frames });
  const isTurned = orientation > 4;
  return { type, ...picture, width: isTurned ? height : width, height: isTurned ? width : height };
}

function typeOf(file: Buffer): PictureType {
  if (file.length === 0) throw new PictureError('is empty');
  const start = file.toString('latin1', 0, 12);
  if (file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  const text = file.toString('latin1', 0, 1024);
  if (/<svg[\s>]/i.test(text)) throw new PictureError(`is an SVG, which can run scripts; ${TAKEN}. Export it as PNG`);
  if (start.startsWith('ftyp', 4))
    throw new PictureError(`is a HEIC or AVIF picture or a video; ${TAKEN}. Export it as JPEG`);
  throw new PictureError(`is not a picture that mail programs show; ${TAKEN}`);
}
