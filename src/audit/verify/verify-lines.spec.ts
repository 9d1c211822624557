import { hashOf, lineOf, NO_HASH, type UnsealedLine } from '../chain.js';
import { splitLines, verifyLines } from './verify-lines.js';

const LINES = 6;

/** An export of a chain that begins with this entry. */
function anExport(first = 1): string[] {
  let previousHash = first === 1 ? NO_HASH : 'a'.repeat(64);
  return Array.from({ length: LINES }, (_, index) => {
    const entry: UnsealedLine = {
      organizationId: '6925a1f0c0ffee0123456789',
      sequence: first + index,
      previousHash,
      at: new Date(index * 1000).toISOString(),
      actor: { type: 'person', name: 'zoë@example.com' },
      changes: [{ path: 'name', before: 'A', after: `Ü "${index}"` }],
    };
    previousHash = hashOf(entry);
    return lineOf(entry, previousHash);
  });
}

const lineAt = (lines: readonly string[], index: number) => lines.at(index) ?? '';
const fileOf = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));
const verify = (file: Buffer) => verifyLines(splitLines([file]));

describe('verifying an export', () => {
  it.each([1, 41])('AU6: an unchanged chain that begins with entry %d is right', async (first) => {
    const lines = anExport(first);
    const verified = { lines: LINES, first, last: first + LINES - 1, lastHash: JSON.parse(lineAt(lines, -1)).hash };
    expect(await verify(fileOf(lines))).toEqual({ verified });
    expect(await verify(Buffer.alloc(0))).toEqual({ verified: { lines: 0 } });
  });

  it('AU6: every flip of any byte is found on its line', async () => {
    const file = fileOf(anExport());
    const ends = [...file.keys()].filter((index) => file[index] === 0x0a);
    const missed: string[] = [];
    // Each byte with one bit flipped, another one each time: with all eight, this takes eight times as long.
    for (const index of file.keys()) {
      for (const bit of process.env.ALL_FLIPS ? [0, 1, 2, 3, 4, 5, 6, 7] : [index % 8]) {
        const changed = Buffer.from(file);
        changed.writeUInt8(changed.readUInt8(index) ^ (1 << bit), index);
        const line = 1 + ends.filter((end) => end < index).length;
        const result = await verify(changed);
        // Without its end, the last line is still whole; with another byte in its place it is not.
        if (!('wrong' in result) || result.wrong.line !== line) missed.push(`byte ${index}, bit ${bit}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it.each<[string, (lines: string[]) => string[], number, RegExp]>([
    ['left out', (lines) => lines.toSpliced(2, 1), 3, /out of order, or lines before it are missing/],
    [
      'swapped',
      (lines) => lines.with(2, lineAt(lines, 3)).with(3, lineAt(lines, 2)),
      3,
      /out of order, or lines before it/,
    ],
    ['repeated', (lines) => lines.toSpliced(3, 0, lineAt(lines, 2)), 4, /out of order: entry 3 after entry 3/],
    ['empty', (lines) => lines.toSpliced(1, 0, ''), 2, /not JSON/],
    ['another thing', (lines) => lines.with(1, '{"a":1}'), 2, /not an entry/],
    ['with spaces', (lines) => lines.with(1, lineAt(lines, 1).replace(',', ', ')), 2, /not written as an export/],
    [
      'with another content',
      (lines) => lines.with(4, lineAt(lines, 4).replace('"A"', '"B"')),
      5,
      /does not have the hash/,
    ],
    ['with another content and its hash', (lines) => lines.with(2, resealed(lineAt(lines, 2))), 4, /does not follow/],
  ])('AU6: a line that is %s is named', async (_what, change, line, reason) => {
    const result = await verify(fileOf(change(anExport())));
    expect(result).toEqual({ wrong: { line, reason: expect.stringMatching(reason) } });
  });

  it('AU6: a chain cannot be given another beginning', async () => {
    const { hash: _hash, ...first } = JSON.parse(lineAt(anExport(), 0)) as UnsealedLine & { hash: string };
    const moved = { ...first, previousHash: 'b'.repeat(64) };
    expect(await verify(fileOf([lineOf(moved, hashOf(moved))]))).toMatchObject({ wrong: { line: 1 } });
  });

  it('lines are found however the file is read', async () => {
    const file = fileOf(anExport());
    for (const size of [1, 7, 1000]) {
      const chunks = Array.from({ length: Math.ceil(file.length / size) }, (_, index) =>
        file.subarray(index * size, (index + 1) * size),
      );
      expect(await verifyLines(splitLines(chunks))).toMatchObject({ verified: { lines: LINES } });
    }
  });
});

/** The line with another content, and the hash of that. */
function resealed(line: string): string {
  const { hash: _hash, ...entry } = JSON.parse(line.replace('"A"', '"B"')) as UnsealedLine & { hash: string };
  return lineOf(entry, hashOf(entry));
}
