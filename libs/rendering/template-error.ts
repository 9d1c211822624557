/**
 * Why a template gave no content: `syntax`, it cannot be read; `limit`, it asked for more than `RenderLimits` allows;
 * `data`, it met a value it cannot handle.
 */
export type TemplateErrorReason = 'syntax' | 'limit' | 'data';

/** Where a template failed. Lines and columns count from 1 and are absent where the failure has no single place. */
export interface TemplatePlace {
  line?: number;
  column?: number;
  /** Path of the control the template belongs to, for example `primaryAction.label`. */
  control?: string;
}

const longestMessage = 300;

/** A template that could not be rendered. The step fails with it (L2); trying again would not help. */
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
    super(message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message);
    this.line = place.line;
    this.column = place.column;
    this.control = place.control;
  }
}
