import { CaptureTag, CaseTag, type Context, type Emitter, evalToken, ForTag, TablerowTag, toValueSync } from 'liquidjs';
import { workOf } from './bounded-context.js';
import { BoundedEmitter } from './bounded-emitter.js';

/**
 * `capture` whose text counts against the memory of the rendering. The library's own counts nothing, so that a text
 * capturing itself twice over doubles until the process dies.
 */
class BoundedCaptureTag extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    const work = workOf(ctx);
    const emitter = new BoundedEmitter(Infinity, (length) => work.use(length));
    yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter);
    Object.assign(ctx.bottom(), { [this.variable]: emitter.buffer });
  }
}

/** `case` that compares as `==` does, where lists are paid for. */
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

/** `for` whose list is paid for before it is copied, however little of it is looped over. */
class BoundedForTag extends ForTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void | string, never> {
    return yield* super.render.call(withPaidList(this, ctx), ctx, emitter);
  }
}

/** `tablerow` whose list is paid for as that of `for` is. */
class BoundedTablerowTag extends TablerowTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void> {
    yield* super.render.call(withPaidList(this, ctx), ctx, emitter);
  }
}

/** The same tag with its list worked out. */
function withPaidList<T extends BoundedForTag | BoundedTablerowTag>(tag: T, ctx: Context): T {
  const list: unknown = toValueSync(evalToken(tag.collection, ctx));
  workOf(ctx).walkShallow(list);
  const collection = { content: list, getText: () => tag.collection.getText() };
  return Object.assign(Object.create(tag) as T, { collection });
}

/** The tags that work on lists or collect text, by name, in the form that counts what they do. */
export const boundedTags = {
  capture: BoundedCaptureTag,
  case: BoundedCaseTag,
  for: BoundedForTag,
  tablerow: BoundedTablerowTag,
};
