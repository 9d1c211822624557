import { ContentError } from './content-error.js';

/**
 * The text of a control; empty if it is missing.
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
