/** A JSON Schema, in so far as the code looks into it. */
export type JsonSchema = Record<string, unknown>;

/** How an editor shows one control. */
export interface UiSchemaProperty {
  component: string;
  /** Shown while the control is empty. */
  placeholder?: string;
  properties?: Record<string, UiSchemaProperty>;
}

export type UiSchemaGroup =
  'IN_APP' | 'EMAIL' | 'SMS' | 'PUSH' | 'CHAT' | 'TOOL' | 'DELAY' | 'DIGEST' | 'THROTTLE' | 'HTTP_REQUEST' | 'LAYOUT';

/** How an editor shows the controls of a step. */
export interface UiSchema {
  group?: UiSchemaGroup;
  properties: Record<string, UiSchemaProperty>;
}

/** The controls of a kind of step: what may be entered, and how an editor shows it. */
export interface StepControls {
  dataSchema: JsonSchema;
  uiSchema: UiSchema;
}
