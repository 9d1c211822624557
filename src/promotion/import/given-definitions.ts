import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { asRequest } from '../../platform/validation/as-request.js';
import { isObject } from '../../platform/values/is-object.js';
import { CreateLayoutDto, UpdateLayoutDto } from '../../layouts/layouts.dto.js';
import { textsProblem } from '../../translations/content/texts-problem.js';
import { requestedDefinition } from '../../workflows/definition.js';
import { CreateWorkflowDto } from '../../workflows/workflow-requests.dto.js';
import {
  type LayoutDefinition,
  type LayoutIds,
  layoutResource,
  type Resource,
  type StepDefinition,
  type Texts,
  toLayoutDefinition,
  toWorkflowDefinition,
  type WorkflowDefinition,
  workflowResource,
} from '../definitions/definition.js';

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
  providerOverrides: true,
};

const LAYOUT_FIELDS: Record<keyof LayoutDefinition, true> = {
  layoutId: true,
  name: true,
  isTranslationEnabled: true,
  email: true,
  translations: true,
};

/** What definitions are read with. */
export interface ReadingRules {
  /** Layouts of the environment they are for: a step may name one by its internal id. */
  layoutIds: LayoutIds;
  /** How large the texts of one language may be. */
  maxTranslationBytes: number;
}

/**
 * A workflow that somebody has written down, checked by the rules of requests and completed with what they leave to the
 * service, so that it compares equal to what is stored of it. Throws {@link ValidationException}; a field that no
 * workflow has is a mistake, too, as it would be lost in silence.
 */
export async function givenWorkflow(given: object, rules: ReadingRules): Promise<Resource> {
  assertKnown(given, WORKFLOW_FIELDS);
  const { translations, ...fields } = given as { translations?: unknown; steps?: unknown };
  if (Array.isArray(fields.steps)) {
    for (const [index, step] of fields.steps.entries())
      if (isObject(step)) assertKnown(step, STEP_FIELDS, `steps.${index}.`);
  }
  const request = await asRequest(CreateWorkflowDto, fields);
  if (request.workflowId === undefined) throw ValidationException.of('workflowId', 'workflowId is missing');
  const texts = givenTexts(translations, rules);
  return workflowResource(
    toWorkflowDefinition({ ...requestedDefinition(request), workflowId: request.workflowId }, rules.layoutIds, texts),
  );
}

/** The same for a layout. */
export async function givenLayout(given: object, rules: ReadingRules): Promise<Resource> {
  assertKnown(given, LAYOUT_FIELDS);
  const { translations, email, ...fields } = given as { translations?: unknown; email?: unknown };
  const { layoutId, name, isTranslationEnabled } = await asRequest(CreateLayoutDto, fields);
  const content = await asRequest(UpdateLayoutDto, { name, controlValues: email === undefined ? null : { email } });
  return layoutResource(
    toLayoutDefinition(
      { layoutId, name, isTranslationEnabled, email: content.controlValues?.email },
      givenTexts(translations, rules),
    ),
  );
}

function givenTexts(given: unknown, { maxTranslationBytes }: ReadingRules): Texts {
  if (given === undefined) return {};
  if (!isObject(given)) throw ValidationException.of('translations', 'translations must be an object of languages');
  return Object.fromEntries(
    Object.entries(given).map(([language, content]) => {
      const field = `translations.${language}`;
      const locale = canonicalLocale(language);
      const problem =
        locale === undefined ? 'must be a locale such as en or en_US' : textsProblem(content, maxTranslationBytes);
      if (problem !== undefined) throw ValidationException.of(field, `${field} ${problem}`);
      return [locale, content];
    }),
  );
}

function assertKnown(given: object, known: object, path = ''): void {
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(known, field));
  if (unknown !== undefined)
    throw ValidationException.of(`${path}${unknown}`, `${path}${unknown} is no field that is known`);
}
