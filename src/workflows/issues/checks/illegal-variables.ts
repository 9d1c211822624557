import type { ControlIssue } from '../issue.js';
import { variableReferences } from '../variable-references.js';
import { allowsPath } from '../schema-path.js';
import type { StepCheck } from '../step-check.js';

/**
 * Variables that no trigger has (behaviour L1, X8). They print nothing and compare with nothing, which is hardly what the
 * author meant.
 */
export const illegalVariables: StepCheck = ({ values, variables }) => {
  const found = new Map<string, ControlIssue>();
  for (const { field, path } of variableReferences(values)) {
    if (allowsPath(variables, path)) continue;
    const variableName = path.join('.');
    const message = `Variable '${variableName}' does not exist here`;
    found.set(`${field} ${variableName}`, {
      field,
      issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
      message,
      variableName,
    });
  }
  return [...found.values()];
};
