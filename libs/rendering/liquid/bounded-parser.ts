import { Parser, TokenKind, type TopLevelToken } from 'liquidjs';
import { LimitError } from './limit-error.js';

/** Blocks inside each other. Far above any real template. */
const MAX_BLOCK_DEPTH = 100;
/** Brackets inside each other, as in `a[b[c]]`. */
const MAX_BRACKET_DEPTH = 100;

/**
 * Reads templates that are nested only so deep. It is counted while reading and not left to the call stack: V8 ends the
 * whole process when a regular expression has to be compiled where the stack is nearly full.
 */
export class BoundedParser extends Parser {
  private depth = 0;

  override parseToken(token: TopLevelToken, remaining: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    if (this.depth > MAX_BLOCK_DEPTH) {
      throw new LimitError(`The template has more than ${MAX_BLOCK_DEPTH} blocks inside each other`);
    }
    if (bracketDepth(token) > MAX_BRACKET_DEPTH) {
      throw new LimitError(`The template has more than ${MAX_BRACKET_DEPTH} brackets inside each other`);
    }
    this.depth += 1;
    try {
      return super.parseToken(token, remaining);
    } finally {
      this.depth -= 1;
    }
  }
}

/** Brackets in texts count, too: finding out which are would be reading it. */
function bracketDepth({ kind, input, begin, end }: TopLevelToken): number {
  if (kind === TokenKind.HTML) return 0;
  let depth = 0;
  let deepest = 0;
  for (let at = begin; at < end; at += 1) {
    const character = input[at];
    if (character === '[' || character === '(') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === ')') depth = Math.max(0, depth - 1);
  }
  return deepest;
}
