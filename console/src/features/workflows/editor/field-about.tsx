import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { aboutOf, type Control } from './control-schema';

/** What every field of a control value gets. */
export interface ControlFieldProps {
  /** Path below the control values: `primaryAction.label`. */
  path: string;
  name: string;
  control: Control;
  value: unknown;
  /** Undefined removes it. */
  onChange: (value: unknown) => void;
}

interface AboutProps {
  control: Control;
  warning?: string;
  error?: string;
}

/** What a field is for, and what speaks against its value without keeping it from being sent. */
export function About({ control, warning, error }: AboutProps): ReactNode {
  return (
    <>
      {aboutOf(control) && (
        <Text span size="xs" c="dimmed">
          {aboutOf(control)}
        </Text>
      )}
      {warning && (
        <Text span display="block" size="xs" c="orange.7" darkHidden>
          {`Warning: ${warning}`}
        </Text>
      )}
      {warning && (
        <Text span display="block" size="xs" c="orange.3" lightHidden>
          {`Warning: ${warning}`}
        </Text>
      )}
      {error && (
        <Text span display="block" size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </>
  );
}
