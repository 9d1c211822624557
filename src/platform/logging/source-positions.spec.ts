import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findSources, withSourcePositions } from './source-positions.js';

describe('findSources', () => {
  // Line 1: columns 0 and 4; line 2: nothing; line 3: columns 2 (source 1) and 10, which goes back two lines.
  const mappings = 'AAAA,IAAI;;EC6BL,QDFO';

  it.each([
    ['the begin of a line', { line: 1, column: 1 }, { source: 0, line: 1, column: 1 }],
    ['a place within a segment', { line: 1, column: 4 }, { source: 0, line: 1, column: 1 }],
    ['the next segment', { line: 1, column: 5 }, { source: 0, line: 1, column: 5 }],
    ['a line without segments', { line: 2, column: 1 }, undefined],
    ['a column before the first segment', { line: 3, column: 2 }, undefined],
    ['a number of several digits', { line: 3, column: 3 }, { source: 1, line: 30, column: 0 }],
    ['numbers below zero', { line: 3, column: 11 }, { source: 0, line: 28, column: 7 }],
    ['a line behind the last', { line: 9, column: 1 }, undefined],
  ])('finds %s', (_case, position, expected) => {
    expect(findSources(mappings, [position])).toEqual([expected]);
  });

  it('finds several places in one pass, in their order', () => {
    const found = findSources(mappings, [
      { line: 3, column: 11 },
      { line: 1, column: 1 },
    ]);
    expect(found.map((place) => place?.line)).toEqual([28, 1]);
  });
});

describe('withSourcePositions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'source-positions-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'program.js');
  writeFileSync(`${file}.map`, JSON.stringify({ sources: ['../src/program.ts'], mappings: 'AAAA;;AAkCI' }));
  const source = join(folder, '../src/program.ts');

  it.each([
    ['a path', file],
    ['an address', pathToFileURL(file).href],
  ])('names the source of %s', (_case, name) => {
    const stack = `Error: no\n    at deliver (${name}:3:9)\n    at ${name}:1:1\n    at node:internal/x:1:2`;
    expect(withSourcePositions(stack)).toBe(
      `Error: no\n    at deliver (${source}:35:5)\n    at ${source}:1:1\n    at node:internal/x:1:2`,
    );
  });

  it('leaves a file without a map, and a broken map, as they are', () => {
    writeFileSync(join(folder, 'broken.js.map'), '{');
    const stack = `Error: no\n    at ${join(folder, 'broken.js')}:1:1\n    at /nowhere/else.js:2:3`;
    expect(withSourcePositions(stack)).toBe(stack);
  });
});
