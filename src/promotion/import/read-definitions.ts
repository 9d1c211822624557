import { ConflictException, HttpException } from '@nestjs/common';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { CreateLayoutDto, UpdateLayoutDto } from '../../layouts/layouts.dto.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { asExactRequest } from '../../platform/validation/request.pipe.js';
import { isObject } from '../../platform/values/is-object.js';
import { textsProblem } from '../../translations/translation-texts.js';
import { requestedDefinition } from '../../workflows/definition.js';
import { CreateWorkflowDto } from '../../workflows/workflow-requests.dto.js';
import {
  DefinitionSet,
  keyOf,
  type LayoutDefinition,
  layoutResource,
  type Resource,
  type ResourceKind,
  type StepDefinition,
  type Texts,
  type WorkflowDefinition,
  workflowResource,
} from '../definition.js';
import type { GivenDefinitionsDto } from '../definitions.dto.js';
import { type LayoutIds, toLayoutDefinition, toWorkflowDefinition } from '../definitions.service.js';
import type { Outcome } from '../publish/plan.js';

/** The definitions of a request: the valid ones, and why the others are not. */
export interface ReadDefinitions {
  set: DefinitionSet;
  failed: Outcome[];
}

/** Reads each definition of a request; an invalid one does not affect the others. */
export async function readDefinitions(
  { layouts, workflows, defaultLayoutId }: GivenDefinitionsDto,
  rules: ReadingRules,
): Promise<ReadDefinitions> {
  const found = new Map<string, Resource>();
  const failed: Outcome[] = [];
  const read = async (kind: ResourceKind, given: object, position: number): Promise<void> => {
    try {
      const resource = await (kind === 'layout' ? readLayout(given, rules) : readWorkflow(given, rules));
      if (found.has(keyOf(resource))) throw new ConflictException('It is given more than once');
      found.set(keyOf(resource), resource);
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      const { id, name } = labelOf(kind, given, position);
      failed.push({ kind, id, name, result: 'failed', error });
    }
  };
  for (const [position, layout] of layouts.entries()) await read('layout', layout, position);
  for (const [position, workflow] of workflows.entries()) await read('workflow', workflow, position);
  return { set: new DefinitionSet(found.values(), defaultLayoutId), failed };
}

/** The identifier and name of a definition that may be invalid. */
function labelOf(kind: ResourceKind, given: object, position: number): { id: string; name: string } {
  const fields = given as Record<string, unknown>;
  const identifier = fields[kind === 'layout' ? 'layoutId' : 'workflowId'];
  const id = typeof identifier === 'string' ? identifier : `(${kind}s[${position}])`;
  return { id, name: typeof fields['name'] === 'string' ? fields['name'] : id };
}

/** Data that definitions are checked with. */
interface ReadingRules {
  /** Layouts of the target environment: a step may name one by its internal id. */
  layoutIds: LayoutIds;
  /** Maximum size of the texts of one language. */
  maxTranslationBytes: number;
}

/**
 * Reads a workflow, checked by the rules of requests and completed with their defaults, so that it compares equal to
 * its stored form. Throws {@link ValidationException}, also for an unknown field, which would otherwise be dropped.
 */
async function readWorkflow(given: object, rules: ReadingRules): Promise<Resource> {
  assertKnownFields(given, WORKFLOW_FIELDS);
  const { translations, ...fields } = given as { translations?: unknown; steps?: unknown };
  if (Array.isArray(fields.steps)) {
    for (const [index, step] of fields.steps.entries())
      if (isObject(step)) assertKnownFields(step, STEP_FIELDS, `steps.${index}.`);
  }
  const request = await asExactRequest(CreateWorkflowDto, fields);
  if (request.workflowId === undefined) throw ValidationException.of('workflowId', 'workflowId is missing');
  const texts = readTexts(translations, rules);
  return workflowResource(
    toWorkflowDefinition({ ...requestedDefinition(request), workflowId: request.workflowId }, rules.layoutIds, texts),
  );
}

/** {@link readWorkflow} for a layout. */
async function readLayout(given: object, rules: ReadingRules): Promise<Resource> {
  assertKnownFields(given, LAYOUT_FIELDS);
  const { translations, email, ...fields } = given as { translations?: unknown; email?: unknown };
  const { layoutId, name, isTranslationEnabled } = await asExactRequest(CreateLayoutDto, fields);
  const content = await asExactRequest(UpdateLayoutDto, {
    name,
    controlValues: email === undefined ? null : { email },
  });
  return layoutResource(
    toLayoutDefinition(
      { layoutId, name, isTranslationEnabled, email: content.controlValues?.email },
      readTexts(translations, rules),
    ),
  );
}

function readTexts(given: unknown, { maxTranslationBytes }: ReadingRules): Texts {
  if (given === undefined) return {};
  if (!isObject(given)) throw ValidationException.of('translations', 'translations must be an object of languages');
  const texts: Texts = {};
  for (const [language, content] of Object.entries(given)) {
    const field = `translations.${language}`;
    const locale = canonicalLocale(language);
    if (locale === undefined) throw ValidationException.of(field, `${field} must be a locale such as en or en_US`);
    const problem = Object.hasOwn(texts, locale)
      ? `is the language ${locale} once more`
      : textsProblem(content, maxTranslationBytes);
    if (problem !== undefined) throw ValidationException.of(field, `${field} ${problem}`);
    texts[locale] = content as Texts[string];
  }
  return texts;
}

function assertKnownFields(given: object, known: object, path = ''): void {
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(known, field));
  if (unknown === undefined) return;
  throw ValidationException.of(`${path}${unknown}`, `${path}${unknown} is not a known field`);
}

const WORKFLOW_FIELDS: Record<keyof WorkflowDefinition, true> = {
  workflowId: true,
  name: true,
  description: true,
  tags: true,
  active: true,
  severity: true,
  validatePayload: true,
  payloadSchema: true,
  isTranslationEnabled: true,
  strictVariables: true,
  kind: true,
  category: true,
  quietHours: true,
  expiresIn: true,
  samples: true,
  agent: true,
  preferences: true,
  steps: true,
  translations: true,
};

const STEP_FIELDS: Record<keyof StepDefinition, true> = {
  stepId: true,
  name: true,
  type: true,
  controlValues: true,
  inCode: true,
  providerOverrides: true,
};

const LAYOUT_FIELDS: Record<keyof LayoutDefinition, true> = {
  layoutId: true,
  name: true,
  isTranslationEnabled: true,
  email: true,
  translations: true,
};
