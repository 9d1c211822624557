import { isBlockDocument } from '#libs/rendering/email/block-document.js';
import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { dataOf, defaultDataLimits } from '#libs/rendering/in-app/data.js';
import { isObject } from '../../../common/values/is-object.js';
import { STEP_KINDS, type StepType } from '../../steps/step-kinds.js';
import type { ControlIssue } from '../issue.js';
import type { StepCheck } from '../step-check.js';

/** Controls that steps heed although editors do not show them. */
const HEEDED = ['shouldStopOnFail'];
const ALSO_HEEDED: Partial<Record<StepType, readonly string[]>> = {
  push: ['data'],
  delay: ['delayPath'],
  digest: ['backoff', 'backoffAmount', 'backoffUnit'],
};

/** Controls that the kind of step does not have, which are kept but do nothing, and contents that it cannot deliver. */
export const unsupportedProperties: StepCheck = ({ type, values }) => {
  const known = STEP_KINDS[type].controls.dataSchema;
  const extra = [...HEEDED, ...(ALSO_HEEDED[type] ?? [])];
  const heeded = Object.fromEntries(Object.entries(values).filter(([key]) => !extra.includes(key)));
  return [
    ...unknownMembers(heeded, known, ''),
    ...(type === 'in_app' ? dataProblem(values.data) : []),
    ...(type === 'email' ? blockProblem(values) : []),
  ];
};

function unknownMembers(value: unknown, schema: unknown, prefix: string): ControlIssue[] {
  if (!isObject(value) || !isObject(schema) || !isObject(schema.properties)) return [];
  const { properties } = schema;
  return Object.entries(value).flatMap(([key, member]): ControlIssue[] => {
    const field = `${prefix}${key}`;
    if (Object.hasOwn(properties, key)) return unknownMembers(member, properties[key], `${field}.`);
    const message = `${field} is kept, but has no effect`;
    return [{ field, issueType: 'UNSUPPORTED_PROPERTY', message, severity: 'warning' }];
  });
}

/** Behaviour L7. */
function dataProblem(data: unknown): ControlIssue[] {
  try {
    dataOf(data, { ...defaultDataLimits, textLength: Infinity });
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return [{ field: error.field, issueType: 'UNSUPPORTED_PROPERTY', message: error.message }];
  }
}

function blockProblem({ body, editorType }: Readonly<Record<string, unknown>>): ControlIssue[] {
  if (editorType === 'html' || typeof body !== 'string' || !isBlockDocument(body)) return [];
  const message = 'body is a document of blocks, which cannot be rendered; use editorType html';
  return [{ field: 'body', issueType: 'UNSUPPORTED_PROPERTY', message }];
}
