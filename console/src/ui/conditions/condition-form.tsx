import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { CodeEditor } from '../code-editor';
import type { VariableSchema } from '../variable-options';
import { ConditionRows } from './condition-rows';
import { conditionOf, ruleOf } from './model';

interface ConditionFormProps {
  /** JSON-logic; a text is JSON that is not complete yet. */
  value: unknown;
  /** Undefined: no condition. */
  onChange: (value: unknown) => void;
  readOnly: boolean;
  /** What may be compared. */
  variables: VariableSchema | undefined;
}

/** A condition: rows of comparisons and groups, or JSON-logic, which says everything else. */
export function ConditionForm({ value, onChange, readOnly, variables }: ConditionFormProps) {
  const condition = conditionOf(value);
  const [wantsJson, wantJson] = useState(false);
  const asJson = wantsJson || !condition;
  return (
    <>
      {asJson ? (
        <RuleField value={value} onChange={onChange} readOnly={readOnly} />
      ) : (
        <ConditionRows
          group={condition}
          onChange={(next) => onChange(ruleOf(next))}
          readOnly={readOnly}
          variables={variables}
        />
      )}
      <Group>
        <Button variant="default" size="compact-xs" disabled={!condition} onClick={() => wantJson(!wantsJson)}>
          {asJson ? 'Edit as form' : 'Edit as JSON'}
        </Button>
      </Group>
    </>
  );
}

function RuleField({ value, onChange, readOnly }: Omit<ConditionFormProps, 'variables'>) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  return (
    <CodeEditor
      label="JSON-logic"
      language="json"
      value={text}
      readOnly={readOnly}
      error={typeof value === 'string' ? 'This is not valid JSON yet: check quotes and commas' : undefined}
      onChange={(next) => {
        setText(next);
        try {
          onChange(next.trim() === '' ? undefined : JSON.parse(next));
        } catch {
          onChange(next);
        }
      }}
    />
  );
}
