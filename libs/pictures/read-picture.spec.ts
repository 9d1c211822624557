import { deflateSync } from 'node:zlib';
import { PictureError } from './picture.js';
import { chunkOf } from './png.js';
import { readPicture } from './read-picture.js';
import {
  aGif,
  aJpeg,
  aPng,
  exifWith,
  extendedHead,
  losslessPixels,
  SECRET,
  segment,
  webpChunk,
  webpOf,
} from './testing/files.js';

const secret = Buffer.from(SECRET);
const aWebp = webpOf(losslessPixels());
const exifSegment = (orientation: number) =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWith(orientation)]));
const block = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
const frameChunk = (...inner: Buffer[]) => webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), ...inner]));

/** A GIF of few pixels, whose only frame has many. */
const hugeFrame = aGif();
hugeFrame.writeUInt16LE(16_000, hugeFrame.length - 12);
hugeFrame.writeUInt16LE(16_000, hugeFrame.length - 10);

describe('AS2: a picture is known by its bytes', () => {
  it.each([
    ['image/png', aPng()],
    ['image/jpeg', aJpeg()],
    ['image/gif', aGif()],
    ['image/webp', aWebp],
    ['image/webp', webpOf(extendedHead(0), losslessPixels())],
  ])('%s', (type, file) => {
    const { content, ...facts } = readPicture(file);
    expect(facts).toEqual({ type, width: 2, height: 3, frames: 1 });
    expect(readPicture(content).content.equals(content)).toBe(true);
  });

  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'is empty'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'is an SVG'],
    ['an SVG behind a declaration', '<?xml version="1.0"?>\n<!-- x --><svg onload="alert(1)"/>', 'is an SVG'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'is not a picture'],
    ['a document', '%PDF-1.7\n', 'is not a picture'],
    ['an archive', Buffer.from('504b0304', 'hex'), 'is not a picture'],
    ['a program', 'MZ\x90\0', 'is not a picture'],
    ['a bitmap', 'BM\0\0\0\0', 'is not a picture'],
    ['a photo of a phone', '\0\0\0\x18ftypheic', 'is a HEIC'],
    ['a sound in a RIFF', 'RIFF\x04\0\0\0WAVE', 'is not a picture'],
    ['text', 'hello', 'is not a picture'],
  ])('%s is refused', (_what, file, message) => {
    expect(() => readPicture(Buffer.from(file as string, 'latin1'))).toThrow(message);
    expect(() => readPicture(Buffer.from(file as string, 'latin1'))).toThrow(PictureError);
  });
});

describe('AS3: hostile and broken files are refused', () => {
  const whole: [string, Buffer][] = [
    ['PNG', aPng()],
    ['JPEG', aJpeg()],
    ['GIF', aGif({ frames: 3 })],
    ['WebP', aWebp],
  ];

  it.each(whole)('a %s that ends early, wherever', (_format, file) => {
    for (let length = 12; length < file.length; length += 1) {
      expect(() => readPicture(file.subarray(0, length))).toThrow(PictureError);
    }
  });

  it.each(
    whole.flatMap(([format, file]): [string, string, Buffer][] => [
      [format, 'an archive', Buffer.concat([file, Buffer.from('504b0304', 'hex')])],
      [format, 'a page', Buffer.concat([file, Buffer.from('<script>alert(1)</script>')])],
      [format, 'a document', Buffer.concat([file, Buffer.from('\n%PDF-1.7')])],
      [format, 'a picture of another format', Buffer.concat([file, Buffer.from('GIF89a')])],
    ]),
  )('a %s with %s behind it', (_format, _what, file) => {
    expect(() => readPicture(file)).toThrow('goes on after the end of the picture');
  });

  it.each(whole)('but not a %s with zeros behind it, which are cut off', (_format, file) => {
    expect(readPicture(Buffer.concat([file, Buffer.alloc(9)])).content.length).toBeLessThanOrEqual(file.length);
  });

  it('nor a JPEG of a phone, with further pictures behind it', () => {
    expect(readPicture(Buffer.concat([aJpeg(), aJpeg()])).content.equals(aJpeg())).toBe(true);
  });

  it.each<[string, Buffer, string]>([
    ['a PNG of 65,500 pixels a side', aPng({ width: 65_500, height: 65_500 }), 'at most 100 megapixels'],
    ['a PNG of 144 megapixels', aPng({ width: 12_000, height: 12_000 }), 'at most 100 megapixels'],
    ['a JPEG of 144 megapixels', aJpeg({ width: 12_000, height: 12_000 }), 'at most 100 megapixels'],
    ['a GIF of 200 large frames', aGif({ width: 1000, height: 1000, frames: 200 }), '200 frames of 1000 × 1000'],
    ['a GIF whose frame is huge', hugeFrame, 'at most 100 megapixels'],
    ['a WebP of 256 megapixels', webpOf(losslessPixels(16_384, 16_384)), 'at most 100 megapixels'],
    ['a WebP whose canvas is huge', webpOf(extendedHead(0, 16_777_216, 9), losslessPixels()), '16384 pixels a side'],
    ['a PNG without pixels', aPng({ width: 0 }), 'has no pixels'],
    ['a JPEG without pixels', aJpeg({ height: 0 }), 'has no pixels'],
    ['a GIF without frames', aGif({ frames: 0 }), 'is incomplete'],
    ['a WebP without pixels', webpOf(extendedHead(0)), 'is incomplete'],
    ['a PNG with a wrong checksum', damaged(aPng(), 40), 'is damaged'],
    ['a PNG with an unknown part', aPng({ extra: [chunkOf('EVIL', secret)] }), 'a part that no PNG has'],
    ['an animated PNG of many frames', aPng({ width: 1000, height: 1000, extra: [animation(1000)] }), '1000 frames'],
    ['a JPEG without a marker', damaged(aJpeg(), 20), 'is damaged'],
    ['a GIF with an unknown block', damaged(aGif(), 19), 'is damaged'],
    ['a lossy WebP without its sign', webpOf(webpChunk('VP8 ', Buffer.alloc(10))), 'is damaged'],
  ])('%s', (_what, file, message) => {
    expect(() => readPicture(file)).toThrow(message);
  });
});

describe('AS4: metadata is removed', () => {
  const bomb = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(50_000_000))]);
  it.each<[string, Buffer]>([
    ['texts of a PNG', aPng({ extra: ['tEXt', 'iTXt', 'zTXt', 'tIME', 'xyZz'].map((name) => chunkOf(name, secret)) })],
    ['Exif of a PNG', aPng({ extra: [chunkOf('eXIf', exifWith(1))] })],
    ['Exif and XMP of a JPEG', aJpeg({ extra: [exifSegment(1), segment(0xe1, secret)] })],
    ['comments of a JPEG', aJpeg({ extra: [segment(0xfe, secret)] })],
    ['data of programs in a JPEG', aJpeg({ extra: [0xe0, 0xe2, 0xed, 0xee, 0xef].map((app) => segment(app, secret)) })],
    ['comments of a GIF', aGif({ extra: [Buffer.from('21fe', 'hex'), block(SECRET), Buffer.from([0])] })],
    [
      'XMP of a GIF',
      aGif({ extra: [Buffer.from('21ff', 'hex'), block('XMP DataXMP'), block(SECRET), Buffer.from([0])] }),
    ],
    [
      'Exif, XMP and more of a WebP',
      webpOf(extendedHead(0x0c), losslessPixels(), ...['EXIF', 'XMP ', 'ABCD'].map((name) => webpChunk(name, secret))),
    ],
    ['chunks in a frame of a WebP', webpOf(extendedHead(2), frameChunk(losslessPixels(), webpChunk('ABCD', secret)))],
  ])('%s', (_what, file) => {
    expect(file.includes(SECRET)).toBe(true);
    expect(readPicture(file).content.includes(SECRET)).toBe(false);
  });

  it('a second profile', () => {
    const profiles = [1, 2, 3].map((byte) =>
      chunkOf('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.from([byte]))])),
    );
    expect(readPicture(aPng({ extra: profiles })).content.equals(aPng({ extra: profiles.slice(0, 1) }))).toBe(true);
    expect(readPicture(aPng({ extra: [chunkOf('iCCP', bomb), ...profiles] })).content.equals(aPng())).toBe(true);
  });

  it('a profile that unpacks to much more than one has', () => {
    expect(readPicture(aPng({ extra: [chunkOf('iCCP', bomb)] })).content.equals(aPng())).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['PNG', aPng({ extra: [chunkOf('eXIf', exifWith(6))] })],
    ['JPEG', aJpeg({ extra: [exifSegment(6)] })],
    ['WebP', webpOf(extendedHead(8), losslessPixels(), webpChunk('EXIF', exifWith(6)))],
  ])('the orientation of a %s stays, and decides what is its width', (_format, file) => {
    const { content, width, height } = readPicture(file);
    expect({ width, height }).toEqual({ width: 3, height: 2 });
    expect(content.includes(SECRET)).toBe(false);
    expect(readPicture(content)).toEqual({ ...readPicture(file), content });
  });

  it.each<[string, Buffer]>([
    [
      'the profile of a PNG',
      aPng({ extra: [chunkOf('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(secret)]))] }),
    ],
    ['the profile of a JPEG', aJpeg({ extra: [segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01abc'))] })],
    ['the colours of Adobe', aJpeg({ extra: [segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01'))] })],
    [
      'how often a GIF is repeated',
      aGif({ extra: [Buffer.from('21ff', 'hex'), block('NETSCAPE2.0'), Buffer.from('0301000000', 'hex')] }),
    ],
    ['the frames of a PNG', aPng({ extra: [animation(2)] })],
    [
      'the animation of a WebP',
      webpOf(extendedHead(2), webpChunk('ANIM', Buffer.alloc(6)), frameChunk(losslessPixels())),
    ],
  ])('%s stays', (_what, file) => {
    expect(readPicture(file).content.equals(file)).toBe(true);
  });
});

function animation(frames: number): Buffer {
  const data = Buffer.alloc(8);
  data.writeUInt32BE(frames, 0);
  return chunkOf('acTL', data);
}

function damaged(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt8(changed.readUInt8(at) ^ 0x5a, at);
  return changed;
}
