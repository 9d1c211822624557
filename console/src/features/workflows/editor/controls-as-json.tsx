import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { CodeEditor } from '../../../ui/code-editor';
import { checkJsonObject, jsonObjectOf } from '../../../ui/json-object';
import { useField } from './editor-context';
import type { Values } from './waits/sentence';

interface ControlsAsJsonProps {
  values: Values;
  onChange: (values: Values) => void;
  onClose: () => void;
}

/** All control values but the condition, which has a form of its own, as JSON. */
export function ControlsAsJson({ values: { skip, ...values }, onChange, onClose }: ControlsAsJsonProps) {
  const { readOnly } = useField('');
  const [text, setText] = useState(() => JSON.stringify(values, null, 2));
  const [problem, setProblem] = useState<string>();
  const change = (next: string) => {
    const found = checkJsonObject(next);
    setText(next);
    setProblem(found ?? undefined);
    if (found === null) onChange({ ...jsonObjectOf(next), ...(skip !== undefined && { skip }) });
  };
  return (
    <>
      <CodeEditor
        label="Values as JSON"
        language="json"
        value={text}
        onChange={change}
        error={problem}
        readOnly={readOnly}
      />
      <Group>
        <Button variant="subtle" size="compact-sm" disabled={problem !== undefined} onClick={onClose}>
          Edit as form
        </Button>
      </Group>
    </>
  );
}
