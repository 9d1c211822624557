import { Alert, ColorInput, Group, Paper, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api, responseOf, type Environment } from '../../api/client';
import { useChange } from '../../api/change';
import { refresh } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { CopyText } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';
import { DeleteEnvironment } from './delete-environment';
import { StoredRecords } from './stored-records';

const LimitSettings = lazy(async () => ({ default: (await import('./limit-settings')).LimitSettings }));

const Bridge = lazy(async () => ({ default: (await import('./bridge')).Bridge }));

/** The settings of the environment that is chosen at the top. They are those of the session, which come without keys. */
export function EnvironmentSettings() {
  const environment = useEnvironment();
  return (
    <Stack>
      {/* Another version of it begins a new form. */}
      <EditEnvironment key={JSON.stringify(environment)} environment={environment} />
      <Suspense>
        <LimitSettings key={`limits ${JSON.stringify(environment)}`} environment={environment} />
      </Suspense>
      <Facts
        facts={[
          ['Internal ID', <CopyText key="id" text={environment.id} label="Copy internal ID" />],
          ['Type', environment.type === 'prod' ? 'production' : environment.type && 'development'],
        ]}
      />
      <Suspense>
        <Bridge />
      </Suspense>
      <StoredRecords />
      <DeleteEnvironment />
    </Stack>
  );
}

function EditEnvironment({ environment }: { environment: Environment }) {
  const { id: environmentId, name, identifier, color = '', failover, contentRetentionDays = 0 } = environment;
  const client = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const mayNot = useRefusal('environments:write') !== undefined;
  const form = useForm({
    initialValues: {
      name,
      identifier,
      color,
      failover,
      redirects: environment.payloadRedirects !== 'off',
      protected: environment.protected,
      contentDays: String(contentRetentionDays),
      schemes: (environment.linkSchemes ?? []).join(' '),
      masked: (environment.maskedPayloadKeys ?? []).join(', '),
    },
  });
  const problem = useFormProblem(form);
  const save = useChange({
    run: ({ contentDays, schemes, redirects, masked, ...values }: typeof form.values) => {
      // Of what has changed alone: another may change the rest at the same time.
      const days = form.isDirty('contentDays') && contentDays !== '' && { contentRetentionDays: Number(contentDays) };
      const links = form.isDirty('schemes') && { linkSchemes: schemes.toLowerCase().match(/[^\s,]+/g) ?? [] };
      const keys = form.isDirty('masked') && { maskedPayloadKeys: listOf(masked) };
      const redirect = form.isDirty('redirects') && {
        payloadRedirects: redirects ? ('single' as const) : ('off' as const),
      };
      const changed = Object.entries(values).filter(([field, value]) => form.isDirty(field) && value !== '');
      const params = { path: { environmentId } };
      return responseOf(
        api(environment).PUT('/v1/environments/{environmentId}', {
          params,
          body: { ...Object.fromEntries(changed), ...days, ...links, ...keys, ...redirect },
        }),
      );
    },
    resource: 'environments',
    environment,
    done: 'Saved',
    // The name, the colour and the address of all screens are those of the session.
    onDone: async ({ data }) => {
      await refresh(client, 'session');
      await navigate({ to: '.', search: (now) => ({ ...now, env: data.identifier }), replace: true });
      await router.invalidate();
    },
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    save.mutate(values);
  });
  return (
    <Paper withBorder p="md" maw={760}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput label="Name" required readOnly={mayNot} autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            label="Identifier"
            description="What inbox widgets send as application identifier."
            required
            readOnly={mayNot}
            autoComplete="off"
            {...form.getInputProps('identifier')}
          />
          {form.isDirty('identifier') && (
            <Alert color="orange" variant="outline" p="xs">
              Widgets that still send the former identifier are refused as soon as this is saved.
            </Alert>
          )}
          <ColorInput
            label="Color"
            description="Marks this environment in the console; protected ones are red."
            disabled={mayNot}
            popoverProps={{ withinPortal: true }}
            eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
            {...form.getInputProps('color')}
          />
          <Switch
            label="Failover"
            description="If a provider keeps failing, emails and SMS are sent through the next active integration."
            disabled={mayNot}
            {...form.getInputProps('failover', { type: 'checkbox' })}
          />
          <Switch
            label="Addresses in payloads"
            description="If a trigger names one recipient, payload.email and payload.phone replace their addresses."
            disabled={mayNot}
            {...form.getInputProps('redirects', { type: 'checkbox' })}
          />
          <Switch
            label="Protection"
            description="API keys of other environments cannot change it, and it can be restored after deletion."
            disabled={mayNot}
            {...form.getInputProps('protected', { type: 'checkbox' })}
          />
          <TextInput
            type="number"
            label="Message content retention (days)"
            description="Contents of emails, SMS, push, chat and tool messages are kept encrypted, for roles that may read them. 0 keeps none and deletes what is stored."
            min={0}
            max={365}
            readOnly={mayNot}
            {...form.getInputProps('contentDays')}
          />
          <TextInput
            label="Link schemes"
            description="Allowed in links of in-app messages besides http and https, with the colon: myapp: opens an app."
            readOnly={mayNot}
            autoComplete="off"
            {...form.getInputProps('schemes')}
          />
          <TextInput
            label="Masked payload keys"
            description="Values of these payload members are masked in the activity, such as token, resetUrl. Opening them needs a permission and is logged."
            readOnly={mayNot}
            autoComplete="off"
            {...form.getInputProps('masked')}
          />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="environments:write"
              type="submit"
              loading={save.isPending}
              disabled={!form.isDirty()}
            >
              Save
            </PermittedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** Names with commas between them. */
function listOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
