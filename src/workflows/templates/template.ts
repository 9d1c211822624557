import type { JsonSchema } from '../steps/control-schema.js';
import type { StepType } from '../steps/step-kinds.js';
import type { WorkflowKind } from '../workflow.schema.js';

/** Languages of the templates, in the order in which their texts are written. */
export const TEMPLATE_LOCALES = ['en_US', 'de_DE', 'es_ES'] as const;

/** What templates are for. */
export const TEMPLATE_CATEGORIES = ['account', 'commerce', 'engagement', 'operations'] as const;

/** A step of a template. */
export interface TemplateStep {
  name: string;
  stepId: string;
  type: StepType;
  controlValues: Record<string, unknown>;
}

/** A workflow to begin with (behaviour CK30). */
export interface WorkflowTemplate {
  templateId: string;
  name: string;
  description: string;
  category: (typeof TEMPLATE_CATEGORIES)[number];
  kind?: WorkflowKind;
  tags: string[];
  payloadSchema: JsonSchema;
  steps: TemplateStep[];
  /** Texts by key, in English, German and Spanish. */
  texts: Record<string, readonly [string, string, string]>;
}

/** The texts of a template by language, as translations store them: `mail.title` is `title` in `mail`. */
export function translationsOf({ texts }: Pick<WorkflowTemplate, 'texts'>): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    TEMPLATE_LOCALES.map((locale, index) => {
      const content: Record<string, Record<string, string>> = {};
      for (const [key, inLanguages] of Object.entries(texts)) {
        const [group = '', name = ''] = key.split('.');
        content[group] = { ...content[group], [name]: inLanguages[index]! };
      }
      return [locale, content];
    }),
  );
}

/** The schema of a payload whose members are all needed: by name, an example, or the schema of a member. */
export function payloadOf(members: Record<string, string | number | JsonSchema>): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(members),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, value]) => [
        name,
        typeof value === 'object' ? value : { type: typeof value, examples: [value] },
      ]),
    ),
  };
}

/** The schema of a list, with an example of two entries. */
export function listOf(
  ...examples: readonly [Record<string, string | number>, ...Record<string, string | number>[]]
): JsonSchema {
  return { type: 'array', items: payloadOf(examples[0]), examples: [examples] };
}
