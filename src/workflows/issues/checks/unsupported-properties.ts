import { isBlockDocument } from '#libs/rendering/email/block-document.js';
import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { dataOf, defaultDataLimits } from '#libs/rendering/in-app/data.js';
import { isObject } from '../../../platform/values/is-object.js';
import type { ControlSchema } from '../../steps/control-schema.js';
import { STEP_KINDS } from '../../steps/step-kinds.js';
import type { ControlIssue } from '../issue.js';
import type { StepCheck } from '../step-check.js';

/** Controls that the kind of step does not have, which are kept but do nothing, and contents that it cannot deliver. */
export const unsupportedProperties: StepCheck = ({ type, values }) => [
  ...unknownMembers(values, STEP_KINDS[type].fields, ''),
  ...(type === 'in_app' ? dataProblem(values.data) : []),
  ...(type === 'email' ? blockProblem(values) : []),
];

function unknownMembers(value: unknown, properties: ControlSchema['properties'], prefix: string): ControlIssue[] {
  if (!isObject(value) || !properties) return [];
  return Object.entries(value).flatMap(([key, member]): ControlIssue[] => {
    const field = `${prefix}${key}`;
    if (Object.hasOwn(properties, key)) return unknownMembers(member, properties[key]?.properties, `${field}.`);
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
