import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Info } from '../../../ui/info';
import { helpOf } from './control-help';
import type { Control } from './control-schema';

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
  /** The control value. */
  name: string;
  warning?: string;
  error?: string;
}

/** What a field is for, and what speaks against its value without keeping it from being sent. */
export function About({ name, warning, error }: AboutProps): ReactNode {
  const help = helpOf(name);
  return (
    <>
      {help !== undefined && <Info text={help} />}
      {warning && (
        <Text
          span
          display="block"
          size="xs"
          c="light-dark(var(--mantine-color-orange-7), var(--mantine-color-orange-3))"
        >
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
