import { Alert, Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../../api/client';
import { ContentNotes } from '../../../ui/content-notes';
import { MessageContent } from '../../../ui/message-content';
import { type Outcome, StatusBadge } from '../../../ui/status-badge';
import type { StepType } from '../../../ui/step-name';
import { KindIcon } from './kind-icon';

type SimulatedStep = Schemas['SimulatedStepDto'];

/** What a trigger would do, person by person and step by step. */
export function SimulationResult({ simulation }: { simulation: Schemas['SimulationDto'] }) {
  const { status, recipients, warnings = [] } = simulation;
  return (
    <Stack>
      <Text size="sm">
        {status === 'processed'
          ? 'Nothing was sent. A trigger would do this:'
          : `Nothing was sent, and a trigger would send nothing (${words(status)}). Otherwise it would do this:`}
      </Text>
      {warnings.map((warning) => (
        <Alert key={warning} color="orange" variant="outline">
          {warning}
        </Alert>
      ))}
      {recipients.map(({ subscriberId, steps }) => (
        <Stack key={subscriberId} gap="sm">
          <Text fw={600} size="sm">
            {subscriberId}
          </Text>
          {steps.map((step) => (
            <SimulatedStepView key={step.stepId} step={step} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function SimulatedStepView({ step }: { step: SimulatedStep }) {
  const type = step.type as StepType;
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <KindIcon type={type} />
        <Text size="sm" fw={600}>
          {step.name}
        </Text>
        <StatusBadge outcome={outcomeOf(step.status)} word={step.status} />
        <Text size="sm" c="dimmed">
          {words(step.reason)}
          {step.decidedBy && `, decided by ${step.decidedBy}`}
        </Text>
      </Group>
      {step.detail && (
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {step.detail}
        </Text>
      )}
      {step.warnings?.map((warning) => (
        <Text key={warning} size="sm">
          {`Warning: ${warning}`}
        </Text>
      ))}
      {step.content?.map((content, index) => (
        <MessageContent key={index} type={type} content={content} />
      ))}
      <ContentNotes {...step} />
    </Stack>
  );
}

/** The colour and the sign of how a step ended. */
export function outcomeOf(status: string): Outcome {
  if (status === 'completed') return 'delivered';
  if (status === 'failed' || status === 'skipped') return status;
  return status.startsWith('cancel') ? 'canceled' : 'waiting';
}

/** `condition_false` as words. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
