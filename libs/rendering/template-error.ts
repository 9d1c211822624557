import { LiquidError } from 'liquidjs';
import { LimitError } from './render-limits.js';

/**
 * Why a template could not be rendered: `syntax`, it cannot be parsed; `limit`, it exceeds `RenderLimits`; `data`,
 * it cannot handle a value.
 */
export type TemplateErrorReason = 'syntax' | 'limit' | 'data';

/** Where a template failed. Lines and columns start at 1 and are absent if the failure has no single position. */
export interface TemplatePlace {
  line?: number;
  column?: number;
  /** Path of the control the template belongs to, for example `primaryAction.label`. */
  control?: string;
}

const MAX_MESSAGE_LENGTH = 300;

/** Thrown when a template cannot be rendered. The step fails with it (L2); a retry would not help. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly line?: number;
  readonly column?: number;
  readonly control?: string;

  constructor(
    message: string,
    readonly reason: TemplateErrorReason,
    place: TemplatePlace = {},
  ) {
    super(message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message);
    this.line = place.line;
    this.column = place.column;
    this.control = place.control;
  }
}

/**
 * Converts anything thrown while parsing or rendering a template to a `TemplateError`.
 *
 * @param phase The reason to use if nothing more precise is known.
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
  // A translation inside the template failed.
  if (cause instanceof TemplateError) return new TemplateError(cause.message, cause.reason, place);
  const message = messageOf(cause);
  if (cause instanceof LimitError) return new TemplateError(message, 'limit', place);
  if (cause instanceof RangeError && message.includes('call stack')) {
    return new TemplateError('The template is nested too deeply', 'limit', place);
  }
  return new TemplateError(message, phase, place);
}

/** The library wraps errors that it catches, once or more. */
function originOf(thrown: unknown): unknown {
  let cause = thrown;
  while (cause instanceof Error && 'originalError' in cause && cause.originalError instanceof Error) {
    cause = cause.originalError;
  }
  return cause;
}

/** The library repeats the position at the end of its messages; here it is separate. */
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
