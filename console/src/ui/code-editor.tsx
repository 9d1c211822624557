import { Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { VariableSchema } from './variable-options';

const CodeMirror = lazy(() => import('./code-mirror'));

export interface CodeEditorProps {
  label: string;
  description?: ReactNode;
  /** What is wrong with the text. */
  error?: ReactNode;
  value: string;
  onChange: (text: string) => void;
  /** `html` and `text` are templates. */
  language: 'html' | 'text' | 'json';
  /** Enter does nothing. */
  singleLine?: boolean;
  readOnly?: boolean;
  /** The variables that are suggested while typing a template. */
  variables?: VariableSchema;
}

/** A template or JSON, in an editor with suggestions. Its script is loaded when the first one is shown. */
export function CodeEditor({ label, description, error, ...editor }: CodeEditorProps) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} labelElement="div">
      <Suspense fallback={<Input component="div" mt={4} aria-busy />}>
        <CodeMirror
          {...editor}
          label={label}
          describedBy={[description && `${id}-description`, error && `${id}-error`].filter((part) => part).join(' ')}
          isWrong={error !== undefined && error !== null && error !== false}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
