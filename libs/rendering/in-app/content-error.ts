/**
 * What is wrong with a field: `missing`, it is needed and empty; `url`, not an address we link to; `target`, not a
 * place a link can open in; `value`, of a kind or size the field cannot hold.
 */
export type ContentErrorReason = 'missing' | 'url' | 'target' | 'value';

/** Rendered control values that make no valid message. The step fails with it; trying again would not help. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  /** @param field Path of the field at fault, for example `primaryAction.redirect.url`. */
  constructor(
    readonly field: string,
    readonly reason: ContentErrorReason,
    detail: string,
  ) {
    super(`${field} ${detail}`);
  }
}
