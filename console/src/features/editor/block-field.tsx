import { Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { BlocksProps } from './block-editor';

const BlockEditor = lazy(() => import('./block-editor'));

interface BlockFieldProps extends BlocksProps {
  description?: ReactNode;
  /** What is wrong with the document. */
  error?: ReactNode;
}

/** A document of blocks, in an editor whose script is loaded when the first one is shown. */
export function BlockField({ label, description, error, value, onChange, ...editor }: BlockFieldProps) {
  const id = useId();
  const own = useRef(value);
  const [shown, setShown] = useState({ value, times: 0 });
  // A text that was not written here begins anew.
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    setShown(({ times }) => ({ value, times: times + 1 }));
  }, [value]);
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} labelElement="div">
      <Suspense fallback={<Input component="div" mt={4} aria-busy />}>
        <BlockEditor
          {...editor}
          key={shown.times}
          label={label}
          value={shown.value}
          onChange={(text) => {
            own.current = text;
            onChange(text);
          }}
          describedBy={[description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')}
          isWrong={Boolean(error)}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
