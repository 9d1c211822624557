/** A template reached one of its `RenderLimits`; the engine turns it into a `TemplateError`. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}
