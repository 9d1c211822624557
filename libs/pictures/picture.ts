/** The formats of pictures that are taken. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** A picture that was read, without its metadata. */
export interface Picture {
  type: PictureType;
  /** In pixels, as it is shown: a picture that is turned by its orientation has them swapped. */
  width: number;
  height: number;
  /** Frames of an animation; 1 for a still picture. */
  frames: number;
  /** The file without metadata. Only its orientation is kept. */
  content: Buffer;
}

/** What the reader of a format returns. */
export interface ReadPicture extends Omit<Picture, 'type'> {
  /** 1 to 8, as Exif has it: from 5 on the picture is turned by a quarter. */
  orientation: number;
}

/** A file that is not a picture, or not one that is safe. The message completes "The file …". */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

/** Pixels of a picture, of all frames of an animation together. More take seconds and gigabytes to show. */
const MAX_PIXELS = 100_000_000;
/** Pixels of one side: what all browsers and mail programs show. */
const MAX_SIDE = 16_384;

/** Throws for a picture that has no pixels, or too many. */
export function assertSize({ width, height, frames }: Pick<Picture, 'width' | 'height' | 'frames'>): void {
  if (width === 0 || height === 0) throw new PictureError('has no pixels');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height * frames > MAX_PIXELS) {
    const all = frames > 1 ? `${frames} frames of ${width} × ${height} pixels` : `${width} × ${height} pixels`;
    throw new PictureError(
      `has ${all}; at most ${MAX_PIXELS / 1_000_000} megapixels, all frames together, and ${MAX_SIDE} pixels a side are taken`,
    );
  }
}

/** Reads bytes from a place, and throws when the file ends before. */
export function bytesAt(file: Buffer, start: number, length: number): Buffer {
  if (start + length > file.length) throw truncated();
  return file.subarray(start, start + length);
}

export function truncated(): PictureError {
  return new PictureError('is incomplete: it ends before the picture does');
}

/**
 * Throws when something follows the picture. Two files in one are the way to smuggle a program or an archive past a check.
 * Zeros are padding of cameras.
 */
export function assertNothingAfter(file: Buffer, end: number): void {
  if (file.subarray(end).some((byte) => byte !== 0)) {
    throw new PictureError('goes on after the end of the picture; save it again with a picture editor');
  }
}
