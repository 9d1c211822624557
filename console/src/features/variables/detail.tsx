import { List, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useSession } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { RESOURCE, valueIn, variable, variableUsage } from './reads';
import { ValueForm } from './value-form';

/** A variable: its values by environment, and the workflows that use it. */
export function VariableDetail({ variableKey }: { variableKey: string }) {
  const { environments } = useSession();
  const request = variable(variableKey);
  const found = useQuery(query(request, useEnvironment()));
  return (
    <>
      <PageHeader
        title={variableKey}
        back={
          <TextLink to="/variables" size="sm">
            Variables
          </TextLink>
        }
        about={<CopyText text={`{{env.${variableKey}}}`} label="Copy for templates" />}
      >
        <AsCurl request={request} />
        {found.data && <Delete variableKey={variableKey} />}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Stack>
            <Paper withBorder p="md" maw={760}>
              <Stack>
                {data.isSecret && (
                  <Text size="sm" c="dimmed">
                    This variable is secret: its values are stored encrypted and never shown.
                  </Text>
                )}
                {environments.map((environment) => (
                  <ValueForm
                    // Another stored value begins a new form.
                    key={`${environment.id} ${valueIn(data, environment.id)}`}
                    variable={data}
                    environment={environment}
                  />
                ))}
              </Stack>
            </Paper>
            <Usage variableKey={variableKey} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Usage({ variableKey }: { variableKey: string }) {
  const found = useQuery(query(variableUsage(variableKey), useEnvironment()));
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        Used by
      </Title>
      <Loaded query={found}>
        {({ data: { workflows } }) =>
          workflows.length === 0 ? (
            <Text size="sm" c="dimmed">
              No workflow uses it, in any environment.
            </Text>
          ) : (
            <List size="sm">
              {workflows.map(({ workflowId, name }) => (
                <List.Item key={workflowId}>
                  <TextLink to="/workflows/$workflowId" params={{ workflowId }} size="sm">
                    {name}
                  </TextLink>
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
    </section>
  );
}

function Delete({ variableKey }: { variableKey: string }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/environment-variables/{variableKey}', { params: { path: { variableKey } } }),
      ),
    resource: RESOURCE,
    environment,
    done: `${variableKey} was deleted`,
    onDone: () => navigate({ to: '/variables' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="variables:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${variableKey}?`}
        action="Delete"
        typed={variableKey}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Its values in all environments are deleted and cannot be restored. Templates that use it find nothing any more.
      </ConfirmDialog>
    </>
  );
}
