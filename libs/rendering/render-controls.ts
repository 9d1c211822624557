import type { TemplateEngines, TemplateScope } from './liquid-engine.js';
import type { TemplateMode } from './liquid/escape-output.js';
import { isRecord } from './size-of-value.js';
import { RenderBudget } from './render-limits.js';
import { TemplateError } from './template-error.js';

/**
 * How the texts of a control are rendered; `raw` leaves them unrendered, for example a rule or a body of
 * blocks.
 */
export type FieldMode = TemplateMode | 'raw';

/** Control values of a step: nested objects and lists of texts, numbers, booleans and nulls. */
export type ControlValues = Readonly<Record<string, unknown>>;

/** Called with a printed variable that is missing from the data, and the path of the control that prints it. */
export type OnMissing = (variable: string, control: string) => void;

/** Maximum nesting of control values; real ones have three or four levels. */
const MAX_LEVEL = 32;

/**
 * Renders every text of a step's control values. Keys and other values are kept, and the input is not modified.
 *
 * @param modeOf The mode of a field by its path (`body`, `primaryAction.label`, `data.items.0`). It is called for
 * objects and lists too, where only `raw` matters: everything below stays unrendered. Default: `plain` for all.
 * @param budget Steps shared with other renderings of the same message.
 * @param onMissing Called for each printed variable that is missing.
 * @returns The rendered values, or the first error, which names the path in `control`. All texts together may take
 * the `steps` of the engine.
 */
export function renderControls(
  values: ControlValues,
  scope: TemplateScope,
  engines: TemplateEngines,
  modeOf: (path: string) => FieldMode = () => 'plain',
  budget: RenderBudget = new RenderBudget(engines.plain.limits),
  onMissing?: OnMissing,
): Record<string, unknown> | TemplateError {
  try {
    return new ControlsRendering(scope, engines, modeOf, budget, onMissing).record(values, '', 1);
  } catch (error) {
    if (error instanceof TemplateError) {
      return error;
    }
    throw error;
  }
}

class ControlsRendering {
  constructor(
    private readonly scope: TemplateScope,
    private readonly engines: TemplateEngines,
    private readonly modeOf: (path: string) => FieldMode,
    private readonly budget: RenderBudget,
    private readonly onMissing?: OnMissing,
  ) {}

  record(values: ControlValues, prefix: string, level: number): Record<string, unknown> {
    const rendered: Record<string, unknown> = {};
    for (const key of Object.keys(values)) {
      const value = this.value(values[key], `${prefix}${key}`, level);
      if (key === '__proto__') {
        // Assigning to this key would set the prototype.
        Object.defineProperty(rendered, key, { value, enumerable: true, writable: true, configurable: true });
      } else {
        rendered[key] = value;
      }
    }
    return rendered;
  }

  private value(value: unknown, path: string, level: number): unknown {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) {
      return value;
    }
    const mode = this.modeOf(path);
    if (mode === 'raw') {
      return value;
    }
    if (typeof value === 'string') {
      return this.text(value, path, mode);
    }
    if (level >= MAX_LEVEL) {
      throw new TemplateError('The control values are nested too deeply', 'limit', { control: path });
    }
    if (Array.isArray(value)) {
      return value.map((entry: unknown, index) => this.value(entry, `${path}.${index}`, level + 1));
    }
    return isRecord(value) ? this.record(value, `${path}.`, level + 1) : value;
  }

  private text(text: string, path: string, mode: TemplateMode): string {
    return this.engines[mode].render(text, this.scope, {
      control: path,
      budget: this.budget,
      onMissing: this.onMissing && ((variable) => this.onMissing?.(variable, path)),
    });
  }
}
