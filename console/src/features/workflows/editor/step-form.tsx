import { Alert, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { CodeWords } from '../../../ui/code-words';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { CopyText } from '../../../ui/copy';
import { TextLink } from '../../../ui/links';
import { PermittedButton } from '../../../ui/permitted';
import type { VariableSchema } from '../../../ui/variable-options';
import { type DraftStep, withControl } from '../draft';
import { kindName } from '../kinds';
import { ConditionField } from './condition-field';
import { kindOf } from './control-schema';
import { FieldContext } from './editor-context';
import { type FieldGoal, useFieldFocus } from './field-focus';
import type { issuesOf } from './issues';
import { StepControls } from './step-controls';

interface StepFormProps {
  step: DraftStep;
  issues: ReturnType<typeof issuesOf>;
  readOnly: boolean;
  variables: VariableSchema | undefined;
  samples: unknown;
  /** The field that a finding leads to. */
  goal: FieldGoal | undefined;
  onChange: (step: DraftStep) => void;
  onRemove: () => void;
}

/** One step: its name, its control values, its condition. */
export function StepForm({ step, issues, readOnly, variables, samples, goal, onChange, onRemove }: StepFormProps) {
  const { controlValues } = step;
  const [asks, dialog] = useDisclosure();
  const form = useRef<HTMLElement>(null);
  useFieldFocus(form, goal);
  const known = step.inCode ? [] : Object.keys(kindOf(step.type).fields);
  // A problem of a control without a field here is shown above.
  const homeless = Object.entries(issues.controls).flatMap(([path, found]) =>
    known.includes(path.split('.', 1)[0]!) || path === 'skip' ? [] : found,
  );
  return (
    <FieldContext value={{ readOnly, variables, samples, problems: issues.controls }}>
      <Paper ref={form} withBorder p="md" component="section" tabIndex={-1} aria-label={`Step ${step.name}`}>
        <Stack gap="sm">
          <div>
            <Title order={2} size="h5">
              {kindName(step.type)}
            </Title>
            <Text size="xs" c="dimmed">
              <CodeWords text={kindOf(step.type).description} />
            </Text>
          </div>
          {issues.missing.map((message) => (
            <Alert key={message} color="red" variant="outline" role="alert">
              <Text size="sm">{message}.</Text>
              <TextLink to="/create/integration" size="sm">
                Connect a provider
              </TextLink>
            </Alert>
          ))}
          {[...issues.others.map((message) => ({ message, isWarning: false })), ...homeless].map(
            ({ message, isWarning }) => (
              <Alert key={message} color={isWarning ? 'orange' : 'red'} variant="outline" role="alert">
                {message}
              </Alert>
            ),
          )}
          <TextInput
            label="Name"
            data-field="name"
            value={step.name}
            readOnly={readOnly}
            autoComplete="off"
            onChange={({ currentTarget }) => onChange({ ...step, name: currentTarget.value })}
          />
          {step._id === undefined ? (
            <TextInput
              label="Step ID"
              description="Later steps read its results as steps.<step id>. Fixed once it is saved."
              value={step.stepId}
              autoComplete="off"
              onChange={({ currentTarget }) => onChange({ ...step, stepId: currentTarget.value })}
            />
          ) : (
            <Group gap={4}>
              <Text size="xs" c="dimmed">
                Step ID
              </Text>
              <CopyText text={step.stepId} label="Copy step ID" />
            </Group>
          )}
          {step.inCode && (
            <Alert variant="outline" title="In code">
              The application of this environment says what this step does. Its condition is decided here; the values of
              its other controls are set over the API.
            </Alert>
          )}
          {!step.inCode && <StepControls step={step} onChange={onChange} wanted={goal?.field?.split('.', 1)[0]} />}
          <div data-field="skip">
            <ConditionField
              value={controlValues['skip']}
              onChange={(value) => onChange(withControl(step, 'skip', value))}
            />
          </div>
          <Group justify="flex-end">
            <PermittedButton permission="workflows:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
              Remove step
            </PermittedButton>
          </Group>
        </Stack>
        <ConfirmDialog
          opened={asks}
          onClose={dialog.close}
          title={`Remove ${step.name}?`}
          action="Remove"
          onConfirm={() => {
            dialog.close();
            onRemove();
          }}
        >
          It stays until you save; discarding your changes brings it back.
        </ConfirmDialog>
      </Paper>
    </FieldContext>
  );
}
