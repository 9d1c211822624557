import { Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { EditorProps } from './code-mirror';

const CodeMirror = lazy(() => import('./code-mirror'));

interface CodeEditorProps extends EditorProps {
  description?: ReactNode;
  /** What is wrong with the text. */
  error?: ReactNode;
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
