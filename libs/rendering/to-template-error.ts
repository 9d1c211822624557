import { LiquidError } from 'liquidjs';
import { LimitError } from './liquid/limit-error.js';
import { TemplateError, type TemplateErrorReason, type TemplatePlace } from './template-error.js';

/**
 * Turns whatever was thrown while reading or rendering a template into a `TemplateError`.
 *
 * @param phase The reason to give where nothing more precise is known.
 */
export function toTemplateError(
  thrown: unknown,
  phase: Exclude<TemplateErrorReason, 'limit'>,
  control?: string,
): TemplateError {
  if (thrown instanceof TemplateError) {
    return thrown;
  }
  const cause = originOf(thrown);
  const place = { ...placeOf(thrown), control };
  // A template inside the template has failed.
  if (cause instanceof TemplateError) return new TemplateError(cause.message, cause.reason, place);
  const message = messageOf(cause);
  if (cause instanceof LimitError) return new TemplateError(message, 'limit', place);
  if (cause instanceof RangeError && message.includes('call stack')) {
    return new TemplateError('The template is nested too deeply', 'limit', place);
  }
  return new TemplateError(message, phase, place);
}

/** The library wraps what it catches, once or more. */
function originOf(thrown: unknown): unknown {
  let cause = thrown;
  while (cause instanceof Error && 'originalError' in cause && cause.originalError instanceof Error) {
    cause = cause.originalError;
  }
  return cause;
}

/** The library repeats the position at the end of its messages; we give it apart. */
function messageOf(cause: unknown): string {
  return cause instanceof Error
    ? cause.message.replace(/(?:, line:\d+, col:\d+)+$/, '')
    : 'The template could not be rendered';
}

function placeOf(thrown: unknown): TemplatePlace {
  if (!LiquidError.is(thrown)) {
    return {};
  }
  const [line, column] = thrown.token.getPosition();
  return { line, column };
}
