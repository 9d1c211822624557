import { checkTemplate, filterProblems } from '#libs/rendering/template-variables.js';
import type { TemplateError } from '#libs/rendering/template-error.js';
import type { ControlText } from '../control-texts.js';
import type { ControlIssue } from '../issue.js';
import type { StepCheck } from '../step-check.js';

/** Templates that cannot be read (behaviour L2), and filters that are unknown or get arguments they cannot use (L3). */
export const templateSyntax: StepCheck = ({ texts }) => texts.flatMap(problemsOf);

function problemsOf({ field, text }: ControlText): ControlIssue[] {
  const error = checkTemplate(text, field);
  if (error) return [unreadable(field, error)];
  return filterProblems(text).map((message) => ({ field, issueType: 'INVALID_FILTER_ARG_IN_VARIABLE', message }));
}

function unreadable(field: string, { message, line, column }: TemplateError): ControlIssue {
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  const issueType = message.startsWith('undefined filter')
    ? 'INVALID_FILTER_ARG_IN_VARIABLE'
    : 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE';
  return { field, issueType, message: `${message}${place}` };
}
