import { Group, NumberInput, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, responseOf, type Environment, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { refresh } from '../../api/read';
import { useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';

/** Empty for an environment without a limit of its own. */
type Amount = number | '';

const CHANNELS = [
  ['email', 'Emails'],
  ['sms', 'SMS'],
  ['push', 'Push notifications'],
  ['chat', 'Chat messages'],
] as const;

type Cap = { messages: Amount; per: 'hour' | 'day'; above: 'hold' | 'skip' };
type Caps = Record<(typeof CHANNELS)[number][0], Cap>;

const NO_CAP: Cap = { messages: '', per: 'day', above: 'hold' };

/** How much the environment may send, and how much each of its subscribers gets. */
export function LimitSettings({ environment }: { environment: Environment }) {
  const { id: environmentId, rateLimits, messageCaps } = environment;
  const client = useQueryClient();
  const router = useRouter();
  const mayNot = useRefusal('environments:write') !== undefined;
  const triggers: Amount = rateLimits?.triggers ?? '';
  const requests: Amount = rateLimits?.requests ?? '';
  const form = useForm({
    initialValues: {
      triggers,
      requests,
      caps: Object.fromEntries(CHANNELS.map(([channel]) => [channel, messageCaps?.[channel] ?? NO_CAP])) as Caps,
    },
  });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).PUT('/v1/environments/{environmentId}', {
          params: { path: { environmentId } },
          body: {
            ...((form.isDirty('triggers') || form.isDirty('requests')) && { rateLimits: rateLimitsOf(values) }),
            ...(form.isDirty('caps') && { messageCaps: capsOf(values.caps) }),
          },
        }),
      ),
    resource: 'environments',
    environment,
    done: 'Saved',
    onDone: async () => {
      await refresh(client, 'session');
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
          <Title order={2} size="h4">
            Limits
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <NumberInput
              label="Event rate limit (per second)"
              description="Requests above it are rejected. Leave empty for the server default."
              min={0}
              max={1_000_000}
              readOnly={mayNot}
              {...form.getInputProps('triggers')}
            />
            <NumberInput
              label="API rate limit (per second)"
              description="Requests above it are rejected. Leave empty for the server default."
              min={0}
              max={1_000_000}
              readOnly={mayNot}
              {...form.getInputProps('requests')}
            />
          </SimpleGrid>
          <Text size="sm">
            Maximum messages per subscriber across all workflows, except critical ones. Leave empty for no limit.
          </Text>
          {CHANNELS.map(([channel, name]) => (
            <SimpleGrid key={channel} cols={{ base: 1, sm: 3 }} spacing="sm">
              <NumberInput
                label={`${name} per subscriber`}
                min={1}
                max={1000}
                readOnly={mayNot}
                {...form.getInputProps(`caps.${channel}.messages`)}
              />
              <Select
                label={`Period (${name})`}
                data={[
                  { value: 'hour', label: 'per hour' },
                  { value: 'day', label: 'per 24 hours' },
                ]}
                allowDeselect={false}
                disabled={mayNot}
                {...form.getInputProps(`caps.${channel}.per`)}
              />
              <Select
                label={`When exceeded (${name})`}
                data={[
                  { value: 'hold', label: 'Send later' },
                  { value: 'skip', label: 'Do not send' },
                ]}
                allowDeselect={false}
                disabled={mayNot}
                {...form.getInputProps(`caps.${channel}.above`)}
              />
            </SimpleGrid>
          ))}
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="environments:write"
              type="submit"
              loading={save.isPending}
              disabled={!form.isDirty()}
            >
              Save limits
            </PermittedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function rateLimitsOf({ triggers, requests }: { triggers: Amount; requests: Amount }): Schemas['RateLimitsDto'] {
  return { ...(triggers !== '' && { triggers }), ...(requests !== '' && { requests }) };
}

function capsOf(caps: Caps): Schemas['MessageCapsDto'] {
  return Object.fromEntries(Object.entries(caps).filter(([, { messages }]) => messages !== ''));
}
