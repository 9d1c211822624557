import { Code, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { SmsSize } from '../../ui/content-notes';
import { providerName } from '../../ui/provider-name';
import { StatusBadge } from '../../ui/status-badge';
import { attemptWord } from '../../ui/attempt-words';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';
import { durationText } from './duration';
import { explain, recipientOf, toExplained } from './explanation';
import type { RunEntry, StepEntry } from './reads';
import { InWords } from './sentence';
import { SentContent } from './sent-content';
import { StepVariables } from './step-variables';
import { isMessage, outcomeOf, statusWord } from './words';

/** A step: the decision with the values that made it, its attempts, its history, and what was sent. */
export function StepDetail({ run, step }: { run: RunEntry; step: StepEntry }) {
  const { why, advice } = explain(toExplained(step), recipientOf(run));
  return (
    <Paper withBorder p="md" component="section" aria-label="Step">
      <Stack gap="md">
        <div>
          <Group gap="sm">
            <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
              {step.step.name || stepName(step.type)}
            </Title>
            <StatusBadge outcome={outcomeOf(step.status)} word={statusWord(step.status)} />
            <Text size="sm" c="dimmed">
              {stepName(step.type)}
            </Text>
          </Group>
          <Text mt={6} component="div" style={{ overflowWrap: 'anywhere' }}>
            <InWords sentence={why} />
          </Text>
          {advice && (
            <Text size="sm" c="dimmed">
              {advice}
            </Text>
          )}
        </div>
        <Decision step={step} />
        <StepVariables run={run} step={step} />
        {step.sms && <SmsSize size={step.sms} />}
        <Attempts attempts={step.attempts ?? []} />
        <History step={step} />
        {isMessage(step.type) && step.type !== 'in_app' && step.status !== 'skipped' && (
          <SentContent notificationId={run._id} jobId={step._id} />
        )}
      </Stack>
    </Paper>
  );
}

/** The values that have decided, and the rule that read them. */
function Decision({ step: { cause, decidedBy } }: { step: StepEntry }) {
  if (!cause && decidedBy === undefined) return null;
  return (
    <section aria-label="Decision">
      <Title order={3} size="h6" mb={4}>
        Decision
      </Title>
      {decidedBy !== undefined && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {decidedBy}
        </Text>
      )}
      {cause?.rule !== undefined && (
        <Code block my={6} tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {cause.rule}
        </Code>
      )}
      {cause && cause.values.length > 0 && (
        <Table verticalSpacing={4} aria-label="Values">
          <Table.Tbody>
            {cause.values.map(({ name, value }) => (
              <Table.Tr key={name}>
                <Table.Th fw={400} c="dimmed" w="40%" scope="row" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value === null ? 'missing' : String(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

/** Each request to a provider, and its response. */
function Attempts({ attempts }: { attempts: NonNullable<StepEntry['attempts']> }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Attempts">
      <Title order={3} size="h6" mb={4}>
        Attempts
      </Title>
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {attempts.map(({ at, providerId, outcome, fault, durationMs, statusCode, error }, index) => (
          <Group key={`${at} ${index}`} component="li" gap="sm" align="baseline">
            <Text size="sm" component="div" c="dimmed">
              <Time at={at} />
            </Text>
            <Text size="sm" fw={600}>
              {providerName(providerId)}
            </Text>
            <Text
              size="sm"
              c={error === undefined ? undefined : 'var(--mantine-color-error)'}
              style={{ overflowWrap: 'anywhere' }}
            >
              {[
                error ?? attemptWord({ outcome, fault }),
                error === undefined ? undefined : attemptWord({ outcome, fault }),
                statusCode && `status ${statusCode}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {durationMs !== undefined && (
              <Text size="xs" c="dimmed">
                {durationText(durationMs)}
              </Text>
            )}
          </Group>
        ))}
      </Stack>
    </section>
  );
}

/** What has happened, with the reports of providers. */
function History({ step: { executionDetails } }: { step: StepEntry }) {
  if (executionDetails.length === 0) return null;
  return (
    <section aria-label="History">
      <Title order={3} size="h6" mb={4}>
        History
      </Title>
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {executionDetails.map(({ _id, createdAt, detail, raw, source }) => (
          <li key={_id}>
            <Group gap="sm" align="baseline">
              <Text size="sm" component="div" c="dimmed">
                <Time at={createdAt} />
              </Text>
              <Text size="sm">{detail}</Text>
              {source === 'Webhook' && (
                <Text size="xs" c="dimmed">
                  from the provider
                </Text>
              )}
            </Group>
            {raw && (
              <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {raw}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </section>
  );
}
