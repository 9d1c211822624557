/** A JSON Schema, in so far as the code looks into it. */
export type JsonSchema = Record<string, unknown>;

/** How an editor shows one control. */
export interface UiSchemaProperty {
  component: string;
  /** Shown while the control is empty. */
  placeholder?: string;
  properties?: Record<string, UiSchemaProperty>;
}

/** How an editor shows the controls of a step. */
export interface UiSchema {
  group: 'IN_APP';
  properties: Record<string, UiSchemaProperty>;
}
