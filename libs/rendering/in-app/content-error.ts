/**
 * The problem of a field. `missing`: required, but empty; `url`: not an allowed address; `target`: not a link target;
 * `value`: not an allowed type or size.
 */
export type ContentErrorReason = 'missing' | 'url' | 'target' | 'value';

/** Thrown when rendered control values are not a valid message. The step fails with it; a retry would not help. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  /** @param field Path of the invalid field, for example `primaryAction.redirect.url`. */
  constructor(
    readonly field: string,
    readonly reason: ContentErrorReason,
    detail: string,
  ) {
    super(`${field} ${detail}`);
  }
}

/**
 * Returns the text of a control; empty if it is missing.
 *
 * @throws ContentError for an object or a list.
 */
export function textOf(control: unknown, field: string): string {
  switch (typeof control) {
    case 'string':
      return control;
    case 'number':
    case 'boolean':
      return String(control);
    case 'undefined':
      return '';
    default:
      if (control === null) {
        return '';
      }
      throw new ContentError(field, 'value', 'must be a text');
  }
}
