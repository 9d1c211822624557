import { assertNothingAfter, assertSize, bytesAt, PictureError, type ReadPicture, truncated } from './picture.js';

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];
/** The extensions that say how often an animation is repeated. */
const REPETITIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** Reads a GIF block by block. Comments, texts and the data of programs are removed. */
export function readGif(file: Buffer): ReadPicture {
  const screen = bytesAt(file, 6, 7);
  const [width, height] = [screen.readUInt16LE(0), screen.readUInt16LE(2)];
  let at = 13 + colourTable(screen[4]!);
  const kept: Buffer[] = [bytesAt(file, 0, at)];
  let frames = 0;
  let [widest, highest] = [width, height];
  for (;;) {
    const kind = bytesAt(file, at, 1)[0];
    const start = at;
    if (kind === END) {
      if (frames === 0) throw truncated();
      // Browsers make the picture as large as a frame that exceeds it.
      assertSize({ width: widest, height: highest, frames });
      assertNothingAfter(file, at + 1);
      return { width, height, frames, orientation: 1, content: Buffer.concat([...kept, Buffer.from([END])]) };
    }
    if (kind === EXTENSION) {
      const label = bytesAt(file, at + 1, 1)[0];
      at = endOfBlocks(file, at + 2);
      const isShown =
        label === GRAPHIC_CONTROL ||
        (label === APPLICATION && REPETITIONS.includes(file.toString('latin1', start + 3, start + 14)));
      if (isShown) kept.push(file.subarray(start, at));
    } else if (kind === IMAGE) {
      const head = bytesAt(file, at, 10);
      widest = Math.max(widest, head.readUInt16LE(1) + head.readUInt16LE(5));
      highest = Math.max(highest, head.readUInt16LE(3) + head.readUInt16LE(7));
      // After the colours comes the least size of a code, then the pixels.
      at = endOfBlocks(file, at + 10 + colourTable(head[9]!) + 1);
      kept.push(file.subarray(start, at));
      frames += 1;
    } else throw new PictureError('is damaged');
  }
}

/** Bytes of the table of colours that flags announce. */
function colourTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Blocks begin with their length; one of length 0 ends them. */
function endOfBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = bytesAt(file, at, 1)[0]!; length > 0; length = bytesAt(file, at, 1)[0]!) at += length + 1;
  return at + 1;
}
