import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { divide } from '../api/field-problems';
import { ProblemAlert } from './states';

interface FormProblem {
  /** Shows an error of the API: at the fields it names, the rest above the buttons. */
  show: (error: Error) => void;
  /** To be called when the form is sent again. */
  clear: () => void;
  /** What concerns no field. */
  alert: ReactNode;
}

/** The errors of a form, from the bodies of the API. */
export function useFormProblem<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): FormProblem {
  const [rest, setRest] = useState<Error>();
  return {
    show: (error) => {
      const values = form.getValues();
      const { fields, rest } = divide(error, Object.keys(values));
      for (const name of Object.keys(fields)) if (values[name] === '') fields[name] = 'This field is required';
      form.setErrors(fields);
      focusFirst(form, fields);
      setRest(rest);
    },
    clear: () => setRest(undefined),
    alert: rest && <ProblemAlert error={rest} />,
  };
}

/** Brings the keyboard to the first field that has an error, in the order of the form. */
export function focusFirst<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: Readonly<Record<string, unknown>>,
): void {
  const nodes = Object.keys(errors).flatMap((name) => form.getInputNode(name) ?? []);
  nodes
    .toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]
    ?.focus();
}
