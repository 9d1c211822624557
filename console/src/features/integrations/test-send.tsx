import { Alert, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CircleCheck, CircleX } from 'lucide-react';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';
import type { Channel, Integration } from './reads';

const LABELS: Partial<Record<Channel, string>> = {
  email: 'Email address',
  sms: 'Phone number',
  push: 'Device token',
  chat: 'Webhook URL, channel ID or user ID',
};

/** What connections fail with before anything is said. */
const UNREACHABLE = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/;

/** Sends a short message through an integration, and shows what the provider said. */
export function TestSend({ integration: { _id, channel } }: { integration: Integration }) {
  const environment = useEnvironment();
  const form = useForm({ initialValues: { to: '' } });
  const problem = useFormProblem(form);
  const test = useChange({
    run: ({ to }: typeof form.values) =>
      responseOf(
        api(environment).POST('/v1/integrations/{integrationId}/test', {
          params: { path: { integrationId: _id } },
          body: { to: to.trim() },
        }),
      ),
    resource: 'integrations',
    environment,
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    test.mutate(values);
  });
  return (
    <Paper withBorder p="md" maw={760}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">
            Sends a short message with the saved settings, even if disabled. It is not listed in Activity.
          </Text>
          <Group align="flex-start" gap="xs">
            <TextInput
              flex="1 1 14rem"
              aria-label={(channel && LABELS[channel]) ?? 'Address'}
              placeholder={(channel && LABELS[channel]) ?? 'Address'}
              {...form.getInputProps('to')}
            />
            <PermittedButton permission="integrations:write" type="submit" variant="default" loading={test.isPending}>
              Send test
            </PermittedButton>
          </Group>
          {problem.alert}
          {test.data && !test.isPending && <Verdict result={test.data.data} />}
        </Stack>
      </form>
    </Paper>
  );
}

function Verdict({ result }: { result: Schemas['IntegrationTestDto'] }) {
  const { success, sentTo, stage, error, statusCode, messageId, mayHaveBeenSent, durationMs } = result;
  const Icon = success ? CircleCheck : CircleX;
  const where = sentTo === 'outbox' ? 'The outbox' : 'The provider';
  const isUnreachable = statusCode === undefined && UNREACHABLE.test(error ?? '');
  const refused = isUnreachable
    ? `${where} could not be reached`
    : stage === 'sign_in'
      ? 'Sign-in failed'
      : `${where} rejected the message`;
  return (
    <Alert
      role="status"
      color={success ? 'teal' : 'red'}
      variant="outline"
      icon={<Icon size={18} aria-hidden />}
      title={
        success
          ? `Sent: ${where.toLowerCase()} accepted the message`
          : mayHaveBeenSent
            ? `${where} did not respond in time`
            : refused
      }
    >
      <Stack gap={4}>
        {error !== undefined && (
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
        )}
        {isUnreachable && (
          <Text size="sm">Check the host and the port, and that a firewall lets the connection pass.</Text>
        )}
        <Text size="sm">
          {[
            statusCode !== undefined && `Status ${statusCode}`,
            messageId !== undefined && `Message ${messageId}`,
            `${durationMs.toLocaleString()} ms`,
            mayHaveBeenSent && 'The message may still have been sent',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
    </Alert>
  );
}
