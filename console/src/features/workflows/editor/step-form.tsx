import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CodeWords } from '../../../ui/code-words';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { CopyText } from '../../../ui/copy';
import { TextLink } from '../../../ui/links';
import { PermittedButton } from '../../../ui/permitted';
import type { VariableSchema } from '../../../ui/variable-options';
import { type DraftStep, withControl } from '../draft';
import { kindName } from '../kinds';
import { ConditionField } from './condition-field';
import { ControlField } from './control-field';
import { controlsOf, kindOf } from './control-schema';
import { BlocksBody } from './blocks-body';
import { FieldContext } from './editor-context';
import type { issuesOf } from './issues';

interface StepFormProps {
  step: DraftStep;
  issues: ReturnType<typeof issuesOf>;
  readOnly: boolean;
  variables: VariableSchema | undefined;
  samples: unknown;
  onChange: (step: DraftStep) => void;
  onRemove: () => void;
}

/** Their bodies may be documents of blocks. */
const MADE_OF_BLOCKS = ['email', 'chat'];

/** The controls of a step in code are those of the code. */
const NO_CONTROLS: ReturnType<typeof controlsOf> = { first: [], more: [] };

/** One step: its name, its control values, its condition. */
export function StepForm({ step, issues, readOnly, variables, samples, onChange, onRemove }: StepFormProps) {
  const { controlValues } = step;
  const [showsMore, more] = useDisclosure();
  const [asks, dialog] = useDisclosure();
  const { first, more: rest } = step.inCode ? NO_CONTROLS : controlsOf(step.type, controlValues);
  const isSet = rest.some(({ name }) => controlValues[name] !== undefined);
  const known = new Set([...first, ...rest].map(({ name }) => name));
  // A problem of a control without a field here is shown above.
  const homeless = Object.entries(issues.controls).filter(
    ([path]) => !known.has(path.split('.', 1)[0]!) && path !== 'skip',
  );
  const fields = (controls: typeof first) =>
    controls.map(({ name, control }) => {
      const set = (value: unknown) => onChange(withControl(step, name, value));
      if (MADE_OF_BLOCKS.includes(step.type) && name === 'body')
        return <BlocksBody key={name} step={step} control={control} onBody={set} onChange={onChange} />;
      return (
        <ControlField key={name} path={name} name={name} control={control} value={controlValues[name]} onChange={set} />
      );
    });
  return (
    <FieldContext value={{ readOnly, variables, samples, problems: issues.controls }}>
      <Paper withBorder p="md" component="section" aria-label={`Step ${step.name}`}>
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
          {[
            ...issues.others,
            ...homeless.flatMap(([path, found]) => found.map(({ message }) => `${path}: ${message}`)),
          ].map((message) => (
            <Alert key={message} color="red" variant="outline" role="alert">
              {message}
            </Alert>
          ))}
          <TextInput
            label="Name"
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
          {fields(first)}
          {rest.length > 0 && (
            <Group>
              <Button variant="subtle" size="compact-sm" onClick={more.toggle} aria-expanded={showsMore}>
                {isSet ? 'Advanced (in use)' : 'Advanced'}
              </Button>
            </Group>
          )}
          {showsMore && fields(rest)}
          <ConditionField
            value={controlValues['skip']}
            onChange={(value) => onChange(withControl(step, 'skip', value))}
          />
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
