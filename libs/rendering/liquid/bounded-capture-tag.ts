import { CaptureTag, type Context } from 'liquidjs';
import { BoundedEmitter } from './bounded-emitter.js';

/**
 * `capture` whose text counts against the memory of the rendering. The library's own counts nothing, so that a text
 * capturing itself twice over doubles until the process dies.
 */
export class BoundedCaptureTag extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    const emitter = new BoundedEmitter(Infinity, (length) => ctx.memoryLimit.use(length));
    yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter);
    Object.assign(ctx.bottom(), { [this.variable]: emitter.buffer });
  }
}
