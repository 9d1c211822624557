import { Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../../api/client';
import { CopyText } from '../../../ui/copy';
import { TextLink } from '../../../ui/links';
import { StatusBadge } from '../../../ui/status-badge';
import type { StepType } from '../../../ui/step-name';
import { KindIcon } from './kind-icon';
import { outcomeOf, words } from './simulation-result';

/** What a test has sent: person by person, with what the provider said. */
export function TestResult({ result: { transactionId, recipients } }: { result: Schemas['TestResultDto'] }) {
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text size="sm">Test sent as</Text>
        <CopyText text={transactionId} label="Copy transaction ID" />
      </Group>
      {recipients.map(({ subscriberId, notificationId, steps }) => (
        <Stack key={subscriberId} gap={6}>
          <Group gap="xs">
            <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {subscriberId}
            </Text>
            <TextLink to="/activity/$notificationId" params={{ notificationId }} size="sm">
              Open in activity
            </TextLink>
          </Group>
          {steps.map((step) => (
            <TestedStep key={step.stepId} step={step} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function TestedStep({ step }: { step: Schemas['TestStepDto'] }) {
  const { name, type, status, reason, detail, messages = [] } = step;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <KindIcon type={type as StepType} />
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <StatusBadge outcome={outcomeOf(status)} word={status} />
        <Text size="sm" c="dimmed">
          {words(reason)}
        </Text>
      </Group>
      {messages.map(({ _id, providerId, providerMessageId, error, statusCode }) => (
        <Text key={_id} size="sm" c={error === undefined ? 'dimmed' : 'red'} style={{ overflowWrap: 'anywhere' }}>
          {[providerId, error ?? providerMessageId, statusCode !== undefined && `status ${statusCode}`]
            .filter((part) => part)
            .join(' · ')}
        </Text>
      ))}
      {messages.length === 0 && detail && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
    </Stack>
  );
}
