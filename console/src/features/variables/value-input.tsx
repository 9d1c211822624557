import { PasswordInput, Textarea, type TextareaProps } from '@mantine/core';
import type { ChangeEvent } from 'react';

interface ValueInputProps extends Pick<TextareaProps, 'label' | 'description' | 'error' | 'placeholder' | 'readOnly'> {
  isSecret: boolean;
  value?: string;
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

/** A value of a variable; that of a secret one is masked. */
export function ValueInput({ isSecret, ...props }: ValueInputProps) {
  return isSecret ? (
    <PasswordInput autoComplete="new-password" {...props} />
  ) : (
    <Textarea autosize minRows={1} maxRows={10} autoComplete="off" {...props} />
  );
}
