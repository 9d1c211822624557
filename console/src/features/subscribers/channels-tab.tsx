import { Badge, Code, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { query, read } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { TextLink } from '../../ui/links';
import { PermittedButton } from '../../ui/permitted';
import { StatusBadge } from '../../ui/status-badge';

type Subscriber = Schemas['SubscriberDto'];
type Credentials = Schemas['SubscriberChannelDto'];
type Integration = Schemas['IntegrationDto'];
type ProviderId = Credentials['providerId'];

const CHANNELS = [
  { channel: 'in_app', name: 'In-app' },
  { channel: 'email', name: 'Email' },
  { channel: 'sms', name: 'SMS' },
  { channel: 'push', name: 'Push' },
  { channel: 'chat', name: 'Chat' },
] as const;
type Channel = (typeof CHANNELS)[number]['channel'];

const integrationList = read('/v1/integrations', {});

/** Where a subscriber can be reached, and what is missing where not. */
export function ChannelsTab({ subscriber }: { subscriber: Subscriber }) {
  const environment = useEnvironment();
  const maySee = useRefusal('integrations:read') === undefined;
  const found = useQuery({ ...query(integrationList, environment), enabled: maySee });
  const integrations = found.data?.filter(({ _environmentId }) => _environmentId === environment.id);
  return (
    <Stack maw={760}>
      {CHANNELS.map(({ channel, name }) => {
        const missing = missingFor(channel, name, subscriber, integrations);
        return (
          <Paper key={channel} withBorder p="md" component="section" aria-label={name}>
            <Group justify="space-between" mb={4}>
              <Title order={2} size="h6">
                {name}
              </Title>
              <StatusBadge
                outcome={missing.length === 0 ? 'delivered' : 'skipped'}
                word={missing.length === 0 ? 'reachable' : 'not reachable'}
              />
            </Group>
            <Address channel={channel} subscriber={subscriber} />
            {missing.map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Paper>
        );
      })}
      <StoredCredentials subscriber={subscriber} />
      <AddCredentials subscriberId={subscriber.subscriberId} integrations={integrations ?? []} />
    </Stack>
  );
}

/** Why no message of this channel would be sent, in words. */
function missingFor(
  channel: Channel,
  name: string,
  { email, phone, channels = [] }: Subscriber,
  integrations: readonly Integration[] | undefined,
): string[] {
  const active = integrations?.filter((one) => one.active && one.channel === channel);
  const missing: string[] = [];
  if (active?.length === 0) missing.push(`This environment has no active integration for ${name}.`);
  if (channel === 'email' && !email) missing.push('There is no email address in the profile.');
  if (channel === 'sms' && !phone) missing.push('There is no phone number in the profile.');
  if (channel === 'push' || channel === 'chat') {
    const providers = active?.map(({ providerId }) => providerId);
    const own = channels.filter(({ providerId }) => providers === undefined || providers.includes(providerId));
    if (own.length === 0) missing.push('There are no credentials at a provider of this channel.');
  }
  return missing;
}

function Address({ channel, subscriber }: { channel: Channel; subscriber: Subscriber }) {
  const { email, phone } = subscriber;
  if (channel === 'email' && email) return <Text size="sm">{email}</Text>;
  if (channel === 'sms' && phone) return <Text size="sm">{phone}</Text>;
  if (channel === 'in_app')
    return (
      <Text size="sm" c="dimmed">
        Needs no address: see the tab{' '}
        <TextLink to="." search={(now) => ({ ...now, tab: 'inbox' })} underline="always">
          Inbox
        </TextLink>
        .
      </Text>
    );
  return null;
}

/** A form for a device or a chat. */
function AddCredentials({
  subscriberId,
  integrations,
}: {
  subscriberId: string;
  integrations: readonly Integration[];
}) {
  const environment = useEnvironment();
  const choices = integrations.filter(({ channel }) => channel === 'push' || channel === 'chat');
  const form = useForm({ initialValues: { integration: '', address: '' } });
  const problem = useFormProblem(form);
  const chosen = choices.find(({ identifier }) => identifier === form.values.integration);
  const add = useChange({
    run: ({ address }: typeof form.values) => {
      const credentials =
        chosen?.channel === 'push' ? { deviceTokens: [address.trim()] } : { webhookUrl: address.trim() };
      const { providerId, identifier: integrationIdentifier } = chosen!;
      return responseOf(
        api(environment).PATCH('/v1/subscribers/{subscriberId}/credentials', {
          params: { path: { subscriberId } },
          body: { providerId: providerId as ProviderId, integrationIdentifier, credentials },
        }),
      );
    },
    resource: 'subscribers',
    environment,
    done: 'Added',
    onDone: () => form.reset(),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    add.mutate(values);
  });
  if (choices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Devices and chats are added once a push or chat provider is connected:{' '}
        <TextLink to="/create/integration" underline="always">
          connect one
        </TextLink>
        .
      </Text>
    );
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Title order={2} size="h6">
            Add device or chat
          </Title>
          <Select
            label="Integration"
            required
            data={choices.map(({ identifier, name }) => ({ value: identifier, label: name }))}
            {...form.getInputProps('integration')}
          />
          <TextInput
            label={chosen?.channel === 'chat' ? 'Webhook URL' : 'Device token'}
            required
            autoComplete="off"
            {...form.getInputProps('address')}
          />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton permission="subscribers:write" type="submit" disabled={!chosen} loading={add.isPending}>
              Add
            </PermittedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** What is stored at chat and push providers, as far as the viewer may see it. */
function StoredCredentials({ subscriber: { subscriberId, channels = [] } }: { subscriber: Subscriber }) {
  return (
    <Stack gap="xs" maw={760} mb="md">
      {channels.map((one) => (
        <Group key={`${one.providerId} ${one._integrationId}`} justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={2} miw={0}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {one.providerId}
              </Text>
              {one.integrationIdentifier && <Badge variant="outline">{one.integrationIdentifier}</Badge>}
            </Group>
            <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {JSON.stringify(one.credentials, null, 2)}
            </Code>
          </Stack>
          <RemoveCredentials subscriberId={subscriberId} providerId={one.providerId} />
        </Group>
      ))}
    </Stack>
  );
}

function RemoveCredentials({ subscriberId, providerId }: { subscriberId: string; providerId: ProviderId }) {
  const environment = useEnvironment();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/subscribers/{subscriberId}/credentials/{providerId}', {
          params: { path: { subscriberId, providerId } },
        }),
      ),
    resource: 'subscribers',
    environment,
    done: 'Removed',
  });
  return (
    <PermittedButton
      permission="subscribers:write"
      variant="default"
      size="compact-xs"
      aria-label={`Remove the credentials at ${providerId}`}
      loading={remove.isPending}
      onClick={() => remove.mutate()}
    >
      Remove
    </PermittedButton>
  );
}
