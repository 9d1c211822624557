/** A node of the editor as JSON, as ProseMirror reads and writes it. */
export interface EditorNode {
  type: string;
  attrs?: Members;
  content?: EditorNode[];
  marks?: { type: string; attrs?: Members }[];
  text?: string;
}

export type Members = Readonly<Record<string, unknown>>;
/** The members that `own` and `kept` stand for. */
export function written({ own, kept }: Members): Members {
  return { ...(own !== null && own !== undefined && { attrs: own }), ...(kept as Members | null) };
}

/** The attributes `own` and `kept` of a node or mark. Members of unexpected form are among the kept ones. */
export function held(attrs: unknown, others: Members): { own: Members | null; kept: Members | null } {
  const isOdd = attrs !== undefined && !isRecord(attrs);
  const kept = { ...others, ...(isOdd && { attrs }) };
  return { own: isRecord(attrs) ? attrs : null, kept: Object.keys(kept).length > 0 ? kept : null };
}

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
