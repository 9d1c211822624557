import { beginsLikeJson } from '../render-limits.js';
import { isRecord } from '../size-of-value.js';
import { TemplateCache } from '../template-cache.js';
import { TemplateError } from '../template-error.js';

/** A mark on a text, such as bold or a link. */
export interface BlockMark {
  type: string;
  attrs: Readonly<Record<string, unknown>>;
}

/** A node of a document, checked: every part has its type, and nothing is missing. */
export interface BlockNode {
  type: string;
  /** Where it is in the document, such as `content.2.content.0`; empty for the document itself. */
  path: string;
  attrs: Readonly<Record<string, unknown>>;
  /** The text of a text node. */
  text: string;
  marks: readonly BlockMark[];
  content: readonly BlockNode[];
}

/** Maximum number of nodes of a document, of which a long email has some hundred. */
export const MAX_NODES = 2000;
/** Maximum nesting of nodes; real documents have about ten levels. */
export const MAX_DEPTH = 32;
/** Maximum number of marks on one node. */
const MAX_MARKS = 20;

/** Thrown for a document that cannot be used. */
export class BlockDocumentError extends TemplateError {
  /** @param path Where in the document; empty for the whole of it. */
  constructor(problem: string, path = '') {
    super(path === '' ? problem : `${shortened(path)}: ${problem}`, 'limit');
  }
}

const MAX_PATH_LENGTH = 100;

function shortened(path: string): string {
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
}

const known = new TemplateCache<boolean>(1000, 5_000_000);

/** Returns whether a text is a document of blocks: a JSON object of type `doc` with a list as content. */
export function isBlockDocument(text: unknown): text is string {
  return (
    typeof text === 'string' && beginsLikeJson(text) && known.getOrMake(text, (source) => isDocument(parse(source)))
  );
}

function isDocument(parsed: unknown): parsed is Record<string, unknown> {
  return isRecord(parsed) && parsed['type'] === 'doc' && Array.isArray(parsed['content']);
}

/**
 * Returns whether the body of these control values is a document of blocks. Stated to be HTML it still is one, because no
 * reader of an email wants its JSON; stated to be a text it is not.
 */
export function isBlockBody(
  values: Readonly<Record<string, unknown>>,
): values is Readonly<Record<string, unknown>> & { body: string } {
  const { body, editorType } = values;
  return editorType !== 'text' && isBlockDocument(body);
}

/**
 * Reads a document. Takes time proportional to its length.
 *
 * @throws BlockDocumentError if it is not a document, or exceeds a limit.
 */
export function readDocument(text: string): BlockNode {
  const parsed = parse(text);
  if (!isDocument(parsed)) {
    throw new BlockDocumentError('the body must be a JSON object of type doc with a list as content');
  }
  return new Reader().node(parsed, '', 0);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class Reader {
  private nodes = 0;

  node(value: unknown, path: string, depth: number): BlockNode {
    if (!isRecord(value)) throw new BlockDocumentError('must be an object', path);
    if (depth > MAX_DEPTH) throw new BlockDocumentError(`is nested more than ${MAX_DEPTH} levels deep`, path);
    this.nodes += 1;
    if (this.nodes > MAX_NODES) throw new BlockDocumentError(`the document has more than ${MAX_NODES} nodes`, path);
    const { type, attrs, text, content } = value;
    return {
      type: typeof type === 'string' ? type : '',
      path,
      attrs: isRecord(attrs) ? attrs : {},
      text: typeof text === 'string' ? text : '',
      marks: this.marks(value['marks'], path),
      content: this.list(content, `${path === '' ? '' : `${path}.`}content`).map(([child, at]) =>
        this.node(child, at, depth + 1),
      ),
    };
  }

  private marks(value: unknown, path: string): BlockMark[] {
    const marks = this.list(value, `${path}.marks`);
    if (marks.length > MAX_MARKS) throw new BlockDocumentError(`has more than ${MAX_MARKS} marks`, path);
    return marks.map(([mark, at]) => {
      if (!isRecord(mark)) throw new BlockDocumentError('must be an object', at);
      const { type, attrs } = mark;
      return { type: typeof type === 'string' ? type : '', attrs: isRecord(attrs) ? attrs : {} };
    });
  }

  /** The entries of a list, each with its path. */
  private list(value: unknown, path: string): [unknown, string][] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw new BlockDocumentError('must be a list', path);
    return value.map((entry: unknown, index) => [entry, `${path}.${index}`]);
  }
}
