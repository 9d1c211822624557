import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../../api/change';
import { api, responseOf } from '../../../api/client';
import { useEnvironment, useRefusal } from '../../../api/session';
import { CodeEditor } from '../../../ui/code-editor';
import { useFormProblem } from '../../../ui/form-problem';
import { PermittedButton } from '../../../ui/permitted';
import type { Workflow } from '../draft';
import { kindName } from '../kinds';
import { NO_OBJECT, payloadOf } from './test-data';

type Step = Workflow['steps'][number];

/** The steps of a workflow in code are read-only here; the values of their controls belong to the environment. */
export function StepsInCode({ workflow }: { workflow: Workflow }) {
  return (
    <Stack maw={760}>
      <Alert variant="outline" title="An application defines this workflow in code">
        Steps and schemas change there; the next sync brings them here. The values of controls, the preferences and
        whether it is active belong to this environment.
      </Alert>
      {workflow.steps.map((step) => (
        <StepInCode key={`${step.stepId} ${JSON.stringify(step.controlValues)}`} workflow={workflow} step={step} />
      ))}
    </Stack>
  );
}

function StepInCode({ workflow, step }: { workflow: Workflow; step: Step }) {
  const { stepId, type } = step;
  const { properties = {} } = step.controls.dataSchema as { properties?: Record<string, unknown> };
  return (
    <Paper withBorder p="md" component="section" aria-label={stepId}>
      <Stack gap="xs">
        <Group gap="xs">
          <Title order={2} size="h5">
            {stepId}
          </Title>
          <Badge variant="outline">{kindName(type)}</Badge>
        </Group>
        {Object.keys(properties).length > 0 ? (
          <Controls workflow={workflow} step={step} names={Object.keys(properties)} />
        ) : (
          <Text size="sm" c="dimmed">
            It has no controls.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface ControlsProps {
  workflow: Workflow;
  step: Step;
  names: readonly string[];
}

function Controls({ workflow: { workflowId }, step: { stepId, controlValues }, names }: ControlsProps) {
  const environment = useEnvironment();
  const mayNot = useRefusal('workflows:write') !== undefined;
  const form = useForm({ initialValues: { variables: JSON.stringify(controlValues ?? {}, null, 2) } });
  const problem = useFormProblem(form);
  const values = payloadOf(form.values.variables);
  const save = useChange({
    run: (variables: Record<string, unknown>) =>
      responseOf(
        api(environment).PUT('/v1/bridge/controls/{workflowId}/{stepId}', {
          params: { path: { workflowId, stepId } },
          body: { variables },
        }),
      ),
    resource: 'workflows',
    environment,
    done: `Controls of ${stepId} saved`,
    onProblem: problem.show,
  });
  const submit = form.onSubmit(() => {
    problem.clear();
    if (values) save.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <CodeEditor
        label={`Controls of ${stepId}`}
        description={`JSON with ${names.join(', ')}. What is left out has the default of the code.`}
        error={values ? undefined : NO_OBJECT}
        language="json"
        readOnly={mayNot}
        value={form.values.variables}
        onChange={(variables) => form.setFieldValue('variables', variables)}
      />
      {problem.alert}
      <Group justify="flex-end" mt="xs">
        <PermittedButton
          permission="workflows:write"
          type="submit"
          size="xs"
          variant="default"
          loading={save.isPending}
          disabled={!form.isDirty() || !values}
        >
          {`Save the controls of ${stepId}`}
        </PermittedButton>
      </Group>
    </form>
  );
}
