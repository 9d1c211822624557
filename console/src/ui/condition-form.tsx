import { ActionIcon, Autocomplete, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { CodeEditor } from './code-editor';
import { type Comparison, type Condition, conditionOf, isAlone, type Operator, OPERATORS, ruleOf } from './condition';
import type { VariableSchema } from './variable-options';

interface ConditionFormProps {
  /** JSON-logic; a text is JSON that is not complete yet. */
  value: unknown;
  /** Undefined: no condition. */
  onChange: (value: unknown) => void;
  readOnly: boolean;
  /** What may be compared. */
  variables: VariableSchema | undefined;
}

const OPERATOR_CHOICES = Object.entries(OPERATORS).map(([value, label]) => ({ value, label }));

/** A condition: comparisons in a form, or JSON-logic where these do not suffice. */
export function ConditionForm({ value, onChange, readOnly, variables }: ConditionFormProps) {
  const condition = conditionOf(value);
  const [wantsJson, wantJson] = useState(false);
  const asJson = wantsJson || !condition;
  return (
    <>
      {asJson ? (
        <RuleField value={value} onChange={onChange} readOnly={readOnly} />
      ) : (
        <Comparisons
          condition={condition}
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

interface ComparisonsProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
  readOnly: boolean;
  variables: VariableSchema | undefined;
}

function Comparisons({ condition, onChange, readOnly, variables }: ComparisonsProps) {
  const { join, comparisons } = condition;
  const change = (next: Comparison[]) => onChange({ join, comparisons: next });
  const set = (index: number, part: Partial<Comparison>) =>
    change(comparisons.map((one, place) => (place === index ? { ...one, ...part } : one)));
  return (
    <>
      {comparisons.length > 1 && (
        <NativeSelect
          aria-label="Match"
          size="xs"
          disabled={readOnly}
          value={join}
          data={[
            { value: 'and', label: 'All conditions match' },
            { value: 'or', label: 'Any condition matches' },
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ join: value as Condition['join'], comparisons })}
        />
      )}
      {comparisons.map(({ variable, operator, value }, index) => (
        <Group key={index} gap={6} align="flex-start">
          <Autocomplete
            aria-label={`Variable ${index + 1}`}
            placeholder="payload.orderId"
            size="xs"
            flex="2 1 150px"
            readOnly={readOnly}
            data={pathsOf(variables)}
            limit={20}
            value={variable}
            onChange={(next) => set(index, { variable: next })}
          />
          <NativeSelect
            aria-label={`Comparison ${index + 1}`}
            size="xs"
            flex="1 1 110px"
            disabled={readOnly}
            value={operator}
            data={OPERATOR_CHOICES}
            onChange={({ currentTarget }) => set(index, { operator: currentTarget.value as Operator })}
          />
          {!isAlone(operator) && (
            <TextInput
              aria-label={`Value ${index + 1}`}
              placeholder="true, 5 or a text"
              size="xs"
              flex="1 1 110px"
              readOnly={readOnly}
              value={value}
              onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
            />
          )}
          <ActionIcon
            variant="subtle"
            aria-label={`Remove comparison ${index + 1}`}
            disabled={readOnly}
            onClick={() => change(comparisons.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={readOnly}
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => change([...comparisons, { variable: 'payload.', operator: '==', value: '' }])}
        >
          Add condition
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

/** All variables that are known, as paths. */
function pathsOf(schema: VariableSchema | undefined, before = '', depth = 0): string[] {
  if (depth > 4) return [];
  return Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => {
    const path = before ? `${before}.${name}` : name;
    return member.properties ? pathsOf(member, path, depth + 1) : [path];
  });
}
