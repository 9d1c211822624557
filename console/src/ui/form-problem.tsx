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
      const { fields, rest } = divide(error, Object.keys(form.getValues()));
      form.setErrors(fields);
      setRest(rest);
    },
    clear: () => setRest(undefined),
    alert: rest && <ProblemAlert error={rest} />,
  };
}
