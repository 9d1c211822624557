import { IN_APP_CONTROLS } from './in-app.controls.js';
import { InAppControlValuesDto } from './in-app-control-values.dto.js';
import type { JsonSchema, UiSchema } from './schema-types.js';

/** The kinds of steps a workflow can have. */
export const STEP_TYPES = ['in_app'] as const;

export type StepType = (typeof STEP_TYPES)[number];

/** What distinguishes one kind of step from another in a definition. */
export interface StepKind {
  /** The rules of its control values. */
  controlValues: new () => object;
  controls: { dataSchema: JsonSchema; uiSchema: UiSchema };
}

export const STEP_KINDS: Record<StepType, StepKind> = {
  in_app: { controlValues: InAppControlValuesDto, controls: IN_APP_CONTROLS },
};
