import { createContext, useContext } from 'react';
import type { VariableSchema } from '../../../ui/variable-options';

interface FieldFacts {
  /** Whether the person may only look. */
  readOnly: boolean;
  /** The variables that templates of the step may use. */
  variables: VariableSchema | undefined;
  /** What the preview has for them. */
  samples?: unknown;
  /** By path of the control, such as `primaryAction.label`: what is wrong with it, and whether it only is a warning. */
  problems: Readonly<Record<string, readonly FieldIssue[]>>;
}

export interface FieldIssue {
  message: string;
  isWarning: boolean;
}

/** What all fields of a step need to know. */
export const FieldContext = createContext<FieldFacts>({ readOnly: false, variables: undefined, problems: {} });

interface FieldOfStep extends Omit<FieldFacts, 'problems'> {
  error?: string;
  warning?: string;
  /** What is wrong with entries of the control. */
  problemsBelow: readonly string[];
}

/** The facts for one field: of all problems those with its path. */
export function useField(path: string): FieldOfStep {
  const { problems, ...facts } = useContext(FieldContext);
  const issues = problems[path] ?? [];
  const problemsBelow = Object.entries(problems).flatMap(([other, found]) =>
    other.startsWith(`${path}.`) ? found.map(({ message }) => message) : [],
  );
  const textOf = (isWarning: boolean) =>
    issues
      .filter((issue) => issue.isWarning === isWarning)
      .map(({ message }) => message)
      .join('. ') || undefined;
  return { ...facts, problemsBelow, error: textOf(false), warning: textOf(true) };
}
