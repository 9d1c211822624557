import { Condition } from './condition.decorator.js';

/** What steps of most kinds have in common. */
export class SkippableControlValuesDto {
  /**
   * JSON-logic condition for running the step: true runs it, false skips it. Absent or empty runs it.
   * @example {"==": [{"var": "payload.urgent"}, true]}
   */
  @Condition()
  skip?: Record<string, unknown>;
}
