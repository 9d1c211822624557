import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Position {
  line: number;
  column: number;
}

interface SourceMapFile {
  sources: string[];
  mappings: string;
}

const FRAME = /(?<file>(?:file:\/\/)?\/[^\s():]+\.js):(?<line>\d+):(?<column>\d+)/g;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGITS = new Map(Array.from(BASE64, (letter, value) => [letter.charCodeAt(0), value]));
const MOST_REMEMBERED = 1000;

/** Places in compiled files, by `file:line:column`, as places in the sources. */
const remembered = new Map<string, string>();

/**
 * A stack whose places are those of the TypeScript files, as far as the build has source maps beside its files. The maps of a
 * bundle have megabytes: they are read when something is logged, and not kept, as Node keeps them with `--enable-source-maps`.
 */
export function withSourcePositions(stack: string): string {
  const frames = [...stack.matchAll(FRAME)].map(({ groups }) => groups as Record<'file' | 'line' | 'column', string>);
  const unknown = frames.filter(({ file, line, column }) => !remembered.has(`${file}:${line}:${column}`));
  for (const file of new Set(unknown.map((frame) => frame.file))) {
    const positions = unknown
      .filter((frame) => frame.file === file)
      .map(({ line, column }) => ({ line: Number(line), column: Number(column) }));
    rememberSources(file, positions);
  }
  return stack.replace(FRAME, (place) => remembered.get(place) ?? place);
}

function rememberSources(file: string, positions: Position[]): void {
  if (remembered.size + positions.length > MOST_REMEMBERED) remembered.clear();
  const path = file.startsWith('file://') ? fileURLToPath(file) : file;
  const map = readMap(`${path}.map`);
  const found = map ? findSources(map.mappings, positions) : [];
  for (const [index, { line, column }] of positions.entries()) {
    const place = `${file}:${line}:${column}`;
    const source = found[index];
    const name = source && map?.sources[source.source];
    remembered.set(place, name ? `${resolve(dirname(path), name)}:${source.line}:${source.column}` : place);
  }
}

/** What has no map, such as a file of a package, stays as it is. */
function readMap(path: string): SourceMapFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SourceMapFile;
  } catch {
    return undefined;
  }
}

/**
 * Reads the mappings of a source map (ECMA-426: base64 digits, relative to the segment before) once, up to the last position.
 * Lines and columns count from 1, as in stacks.
 */
export function findSources(
  mappings: string,
  positions: readonly Position[],
): ((Position & { source: number }) | undefined)[] {
  const found: ((Position & { source: number }) | undefined)[] = positions.map(() => undefined);
  const lastLine = Math.max(...positions.map(({ line }) => line));
  const fields = [0, 0, 0, 0, 0];
  let line = 1;
  let field = 0;
  let value = 0;
  let shift = 0;
  const endSegment = (): void => {
    if (field < 4) return;
    for (const [index, wanted] of positions.entries()) {
      if (wanted.line !== line || wanted.column <= fields[0]!) continue;
      found[index] = { source: fields[1]!, line: fields[2]! + 1, column: fields[3]! + 1 };
    }
  };
  for (let at = 0; at < mappings.length && line <= lastLine; at++) {
    const code = mappings.charCodeAt(at);
    if (code === 44 || code === 59) {
      endSegment();
      field = 0;
      if (code === 59) {
        line++;
        fields[0] = 0;
      }
      continue;
    }
    const digit = DIGITS.get(code) ?? 0;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    fields[field]! += value & 1 ? -(value >> 1) : value >> 1;
    field++;
    value = 0;
    shift = 0;
  }
  endSegment();
  return found;
}
