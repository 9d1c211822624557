import { createContext, useContext } from 'react';
import type { VariableSchema } from '../../../ui/variable-options';

interface FieldFacts {
  /** Whether the person may only look. */
  readOnly: boolean;
  /** The variables that templates of the step may use. */
  variables: VariableSchema | undefined;
  /** By path of the control, such as `primaryAction.label`: what is wrong with it, and whether it only is a warning. */
  problems: Readonly<Record<string, readonly FieldIssue[]>>;
}

export interface FieldIssue {
  message: string;
  isWarning: boolean;
}

/** What all fields of a step need to know. */
export const FieldContext = createContext<FieldFacts>({ readOnly: false, variables: undefined, problems: {} });

/** The facts for one field: of all problems those with its path. */
export function useField(path: string): Omit<FieldFacts, 'problems'> & { error?: string; warning?: string } {
  const { problems, ...facts } = useContext(FieldContext);
  const issues = problems[path] ?? [];
  const textOf = (isWarning: boolean) =>
    issues
      .filter((issue) => issue.isWarning === isWarning)
      .map(({ message }) => message)
      .join('. ') || undefined;
  return { ...facts, error: textOf(false), warning: textOf(true) };
}
