import { Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change';
import { api, responseOf, type Schemas } from '../../api/client';
import { query, read } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { Loaded } from '../../ui/loaded';
import { PermittedButton } from '../../ui/permitted';

const bridgeStatus = read('/v1/bridge/status', {});

/** The application that defines workflows of the environment in code: how it is now, and syncing it. */
export function Bridge() {
  const environment = useEnvironment();
  const status = useQuery(query(bridgeStatus, environment));
  return (
    <Paper withBorder p="md" maw={760} component="section" aria-label="Workflows in code">
      <Stack gap="xs">
        <Title order={2} size="h5">
          Workflows in code
        </Title>
        <Loaded query={status}>
          {({ data }) => (
            <>
              <Text size="sm">{wordsOf(data)}</Text>
              <SyncForm key={data.bridgeUrl} bridgeUrl={data.bridgeUrl ?? ''} />
            </>
          )}
        </Loaded>
      </Stack>
    </Paper>
  );
}

function wordsOf({ status, sdkVersion, discovered, error }: Schemas['BridgeStatusDto']): string {
  if (status === 'not_configured') return 'No application defines workflows of this environment.';
  if (status === 'error') return `The application does not respond: ${error}`;
  return `The application responds. It has ${discovered?.workflows ?? 0} workflows with ${discovered?.steps ?? 0} steps (version ${sdkVersion}).`;
}

function SyncForm({ bridgeUrl }: { bridgeUrl: string }) {
  const environment = useEnvironment();
  const mayNot = useRefusal('environments:write') !== undefined;
  const form = useForm({ initialValues: { bridgeUrl } });
  const problem = useFormProblem(form);
  const sync = useChange({
    run: (body: typeof form.values) => responseOf(api(environment).POST('/v1/bridge/sync', { body })),
    resource: 'bridge',
    environment,
    done: ({ data }) => `Synced: ${data.workflows.length} workflows`,
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    sync.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Bridge URL"
        description="Where the application serves its workflows, such as https://app.example.com/api/novu."
        readOnly={mayNot}
        autoComplete="off"
        {...form.getInputProps('bridgeUrl')}
      />
      {problem.alert}
      <Group justify="flex-end" mt="xs">
        <PermittedButton
          permission="workflows:write"
          type="submit"
          size="xs"
          variant="default"
          loading={sync.isPending}
          disabled={form.values.bridgeUrl === ''}
        >
          Sync
        </PermittedButton>
      </Group>
    </form>
  );
}
