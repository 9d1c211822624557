import { Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../api/change';
import { api, responseOf, type Environment } from '../../api/client';
import { useEnvironment, useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';
import { RESOURCE, valueIn, type Variable } from './reads';
import { ValueInput } from './value-input';

interface ValueFormProps {
  variable: Variable;
  /** Whose value it is. The request is made there, because a protected environment takes no others. */
  environment: Environment;
}

/** The value of a variable in one environment. */
export function ValueForm({ variable, environment }: ValueFormProps) {
  const { key, isSecret } = variable;
  const shown = useEnvironment();
  const mayNot = useRefusal('variables:write', environment) !== undefined;
  const stored = valueIn(variable, environment.id);
  const form = useForm({ initialValues: { values: isSecret ? '' : (stored ?? '') } });
  const problem = useFormProblem(form);
  const save = useChange({
    run: ({ values }: typeof form.values) =>
      responseOf(
        api(environment).PATCH('/v1/environment-variables/{variableKey}', {
          params: { path: { variableKey: key } },
          body: { values: [{ _environmentId: environment.id, value: values }] },
        }),
      ),
    resource: RESOURCE,
    environment: shown,
    done: `Saved for ${environment.name}`,
    onDone: () => form.reset(),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    save.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <ValueInput
        label={environment.name}
        isSecret={isSecret}
        placeholder={stored === undefined ? 'not set' : isSecret ? 'set; enter another to replace it' : undefined}
        readOnly={mayNot}
        {...form.getInputProps('values')}
      />
      {problem.alert}
      <Group justify="flex-end" mt="xs">
        <PermittedButton
          permission="variables:write"
          environment={environment}
          type="submit"
          size="xs"
          variant="default"
          loading={save.isPending}
          disabled={!form.isDirty()}
        >
          {`Save for ${environment.name}`}
        </PermittedButton>
      </Group>
    </form>
  );
}
