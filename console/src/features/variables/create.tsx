import { Checkbox, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { RESOURCE } from './reads';
import { ValueInput } from './value-input';

/** The form for a new variable, with its value in the environment that is shown. */
export function CreateVariable() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { key: '', isSecret: false, values: '' } });
  const problem = useFormProblem(form);
  const bodyOf = ({ key, isSecret, values }: typeof form.values) => ({
    key: key.trim(),
    isSecret,
    type: 'string' as const,
    values: values === '' ? [] : [{ _environmentId: environment.id, value: values }],
  });
  const { values: entered } = form;
  // A secret is not shown while it is entered, so not here either.
  const shown = entered.isSecret && entered.values !== '' ? { ...entered, values: 'the secret' } : entered;
  const create = useChange({
    run: (values: typeof form.values) =>
      responseOf(api(environment).POST('/v1/environment-variables', { body: bodyOf(values) })),
    resource: RESOURCE,
    environment,
    done: 'Created',
    onDone: ({ data: { key } }) => navigate({ to: '/variables/$variableKey', params: { variableKey: key } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create variable"
        back={
          <TextLink to="/variables" size="sm">
            Variables
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/environment-variables', body: bodyOf(shown) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Key"
              description="Templates read it as {{env.KEY}}. Letters, digits and _; case-sensitive."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('key')}
            />
            <Checkbox
              label="Secret"
              description="Its values are stored encrypted and never shown again."
              {...form.getInputProps('isSecret', { type: 'checkbox' })}
            />
            <ValueInput
              label={`Value in ${environment.name}`}
              description="Values for other environments are set afterwards."
              isSecret={form.values.isSecret}
              {...form.getInputProps('values')}
            />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/variables" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="variables:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}
