import type { OpenAPIObject } from '@nestjs/swagger';
import { toOpenApiProperties } from '../../workflows/steps/control-schema.js';
import { OVERRIDABLE } from '../../workflows/steps/provider-overrides.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from '../../workflows/steps/step-kinds.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Exclude<Schemas[string], { $ref: string }>;

/** Steps in requests and responses: each becomes one schema per kind, distinguished by `type`. */
const STEPS = ['StepUpsertDto', 'WorkflowStepDto', 'StepDto', 'StepDefinitionDto'];

/** Adds the control values of each kind of step to the document, from the schemas that steps are validated with. */
export function describeSteps({ components }: OpenAPIObject): void {
  const schemas = components?.schemas ?? {};
  for (const type of STEP_TYPES) {
    const { description, fields } = STEP_KINDS[type];
    schemas[valuesName(type)] = {
      type: 'object',
      description: `${description} Texts are Liquid templates. Unknown members are kept.`,
      properties: toOpenApiProperties(fields),
      additionalProperties: true,
    };
  }
  for (const name of STEPS) splitByType(schemas, name);
  const preview = schemas['PreviewRequestDto'];
  if (preview && 'properties' in preview && preview.properties) {
    const description = 'Control values in place of the saved ones, by the rules of the kind of the step.';
    preview.properties['controlValues'] = { description, anyOf: STEP_TYPES.map((type) => ref(valuesName(type))) };
  }
}

function splitByType(schemas: Schemas, name: string): void {
  const step = schemas[name];
  if (!step || '$ref' in step) throw new Error(`The document has no schema ${name}`);
  const mapping = Object.fromEntries(
    STEP_TYPES.map((type) => {
      const variant = `${pascal(type)}${name}`;
      schemas[variant] = variantOf(step, type, name === 'WorkflowStepDto');
      return [type, ref(variant).$ref];
    }),
  );
  schemas[name] = {
    ...(step.description !== undefined && { description: step.description }),
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  };
}

/** `hasValues`: `controls` contains the control values again. */
function variantOf(step: Schema, type: StepType, hasValues: boolean): Schema {
  const { controls, providerOverrides, ...properties } = step.properties ?? {};
  const values = { description: 'Control values.', allOf: [ref(valuesName(type))] };
  return {
    ...step,
    description: STEP_KINDS[type].description,
    properties: {
      ...properties,
      type: { ...properties['type'], type: 'string', enum: [type] },
      controlValues: values,
      ...(controls && { controls: hasValues ? { ...controls, properties: { values } } : controls }),
      ...(providerOverrides && OVERRIDABLE.includes(type) && { providerOverrides }),
    },
  };
}

function valuesName(type: StepType): string {
  return `${pascal(type)}ControlValuesDto`;
}

function pascal(type: StepType): string {
  return type.replace(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());
}

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
