/** A dotted path, split once; names are kept as bytes too, so that documents are searched without decoding. */
export interface FieldPath {
  readonly text: string;
  readonly parts: readonly string[];
  readonly names: readonly Buffer[];
  /** For parts that are array positions: their number; -1 for others. */
  readonly positions: readonly number[];
}

const POSITION = /^(0|[1-9][0-9]{0,8})$/;

/** Splits a dotted path. */
export function fieldPath(text: string): FieldPath {
  const parts = text.split('.');
  return {
    text,
    parts,
    names: parts.map((part) => Buffer.from(part)),
    positions: parts.map((part) => (POSITION.test(part) ? Number(part) : -1)),
  };
}

/** Whether a part of the path could be a position in an array. */
export function hasPosition(path: FieldPath): boolean {
  return path.positions.some((position) => position >= 0);
}
