import {
  CaptureTag,
  CaseTag,
  type Context,
  type Emitter,
  evalToken,
  ForTag,
  Parser,
  TablerowTag,
  TokenKind,
  type TopLevelToken,
  toValueSync,
} from 'liquidjs';
import { LimitError } from '../render-limits.js';
import { BoundedEmitter, workOf } from './bounded-rendering.js';

/** Maximum nesting of blocks, far more than real templates have. */
const MAX_BLOCK_DEPTH = 100;
/** Maximum nesting of brackets, as in `a[b[c]]`. */
const MAX_BRACKET_DEPTH = 100;

/**
 * A parser that limits how deeply templates are nested. It counts the depth and does not rely on the call stack. With a
 * nearly full stack, V8 terminates the process when it compiles a regular expression.
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

/** Brackets inside quoted texts count too: telling them apart would require parsing the token. */
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

/**
 * `capture` whose text counts towards the memory of the rendering. The library's own tag counts nothing, so a text
 * that captures itself twice would keep doubling until the process crashes.
 */
class BoundedCaptureTag extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    const work = workOf(ctx);
    const emitter = new BoundedEmitter(Infinity, (length) => work.use(length));
    yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter);
    Object.assign(ctx.bottom(), { [this.variable]: emitter.buffer });
  }
}

/** `case` that compares like `==`, which accounts for lists. */
class BoundedCaseTag extends CaseTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void> {
    const { renderer, options } = this.liquid;
    const isEqual = options.operators['==']!;
    const target = yield this.value.value(ctx);
    let isHit = false;
    for (const { values, templates } of this.branches) {
      for (const token of values) {
        const value = yield evalToken(token, ctx);
        if (!(yield isEqual(target, value, ctx))) continue;
        yield renderer.renderTemplates(templates, ctx, emitter);
        isHit = true;
        break;
      }
    }
    if (!isHit) yield renderer.renderTemplates(this.elseTemplates, ctx, emitter);
  }
}

/** `for` that accounts for its list before it is copied, even if only a few entries are used. */
class BoundedForTag extends ForTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void | string, never> {
    return yield* super.render.call(withChargedList(this, ctx), ctx, emitter);
  }
}

/** `tablerow` that accounts for its list like `for`. */
class BoundedTablerowTag extends TablerowTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void> {
    yield* super.render.call(withChargedList(this, ctx), ctx, emitter);
  }
}

/** Returns the same tag with its list already evaluated. */
function withChargedList<T extends BoundedForTag | BoundedTablerowTag>(tag: T, ctx: Context): T {
  const list: unknown = toValueSync(evalToken(tag.collection, ctx));
  workOf(ctx).walkShallow(list);
  const collection = { content: list, getText: () => tag.collection.getText() };
  return Object.assign(Object.create(tag) as T, { collection });
}

/** The tags that use lists or collect text, by name, in versions that count their work. */
export const boundedTags = {
  capture: BoundedCaptureTag,
  case: BoundedCaseTag,
  for: BoundedForTag,
  tablerow: BoundedTablerowTag,
};
