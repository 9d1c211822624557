/*
 * What a check needs to know of LMDB's file: pages of one size, each with a header that names its own number; two meta
 * pages at the start; trees of branch and leaf pages. Numbers are little-endian as on the machines LMDB's packages are
 * built for. The layout is that of the LMDB version inside the `lmdb` package (data version 2).
 */

const HEADER = 24;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;

export const PageKind = { Branch: 0x01, Leaf: 0x02, Overflow: 0x04, Meta: 0x08 } as const;

/** Root of an empty tree. */
export const NO_PAGE = Number(0xffffffffffffffffn);

/** The state of the file as a meta page describes it. */
export interface Meta {
  readonly pageSize: number;
  /** Number of the last page in use. */
  readonly lastPage: number;
  readonly transaction: number;
  /** Roots of the trees of free pages and of named tables. */
  readonly roots: readonly number[];
}

/** Reads a meta page; undefined when it is not one. */
export function readMeta(page: Buffer): Meta | undefined {
  if (page.length < HEADER + 136 || (page.readUInt16LE(18) & PageKind.Meta) === 0) return undefined;
  if (page.readUInt32LE(HEADER) !== MAGIC || page.readUInt32LE(HEADER + 4) !== DATA_VERSION) return undefined;
  const pageSize = page.readUInt32LE(48);
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  return {
    pageSize,
    lastPage: number64(page, 144),
    transaction: number64(page, 152),
    roots: [number64(page, 88), number64(page, 136)],
  };
}

/** What a page refers to. */
export interface PageLinks {
  readonly kind: number;
  /** Pages of the same tree below it. */
  readonly children: readonly number[];
  /** Pages with values too large for a leaf. */
  readonly overflow: readonly number[];
  /** Roots of tables named in it. */
  readonly tables: readonly number[];
}

const BIG_VALUE = 0x01;
const TABLE = 0x02;
const NODE_HEADER = 8;

/** Reads a branch or leaf page; undefined when its structure is broken or its number is not the expected one. */
export function readPage(page: Buffer, expected: number): PageLinks | undefined {
  const kind = page.readUInt16LE(18) & 0x0f;
  if (number64(page, 0) !== expected || (kind !== PageKind.Branch && kind !== PageKind.Leaf)) return undefined;
  const lower = page.readUInt16LE(20);
  const upper = page.readUInt16LE(22);
  const space = page.length - HEADER;
  if (lower % 2 !== 0 || lower > upper || upper > space) return undefined;
  const children: number[] = [];
  const overflow: number[] = [];
  const tables: number[] = [];
  for (let i = 0; i < lower / 2; i++) {
    const offset = page.readUInt16LE(HEADER + i * 2);
    const node = HEADER + offset;
    if (offset < upper || node + NODE_HEADER > page.length) return undefined;
    const low = page.readUInt32LE(node);
    const flags = page.readUInt16LE(node + 4);
    const value = node + NODE_HEADER + page.readUInt16LE(node + 6);
    if (kind === PageKind.Branch) {
      children.push(low + flags * 2 ** 32);
      continue;
    }
    const size = flags & BIG_VALUE ? 8 : low;
    if (value + size > page.length) return undefined;
    if (flags & BIG_VALUE) overflow.push(number64(page, value));
    if (flags & TABLE && size >= 48) tables.push(number64(page, value + 40));
  }
  return { kind, children, overflow, tables };
}

function number64(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset));
}
