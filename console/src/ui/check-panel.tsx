import { Alert, Anchor, CloseButton, Group, Text } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { ProblemAlert, Waiting } from './states';
import { countInWords, Findings } from './findings';
import type { CheckResult, Finding } from './use-check';

interface CheckPanelProps {
  check: { data?: CheckResult; error: Error | null; isPending: boolean; reset: () => void };
  onGo: (finding: Finding) => void;
}

/** The result of a check, until it is closed. */
export function CheckPanel({ check: { data, error, isPending, reset }, onGo }: CheckPanelProps) {
  if (isPending) return <Waiting />;
  if (error) return <ProblemAlert error={error} />;
  if (!data) return null;
  const { findings, errors, sizes } = data;
  const counts = countInWords(findings);
  const size = sizes.map(({ stepId, bytes }) => `${stepId}: ${Math.ceil(bytes / 1024)} KB`).join(', ');
  return (
    <section aria-label="Check">
      <Alert
        mb="md"
        variant="outline"
        color={errors > 0 ? 'red' : counts === undefined ? 'teal' : 'orange'}
        icon={counts === undefined ? <CircleCheck aria-hidden /> : undefined}
      >
        <Group justify="space-between" wrap="nowrap" align="flex-start" mb={counts === undefined ? 0 : 6}>
          <Text fw={600} size="sm">
            {counts === undefined ? 'No problems found' : counts}
          </Text>
          <CloseButton size="sm" aria-label="Close the check" onClick={reset} />
        </Group>
        <Findings
          findings={findings}
          toPlace={(finding, place) => (
            <Anchor component="button" type="button" size="sm" underline="always" onClick={() => onGo(finding)}>
              {place}
            </Anchor>
          )}
        />
        {size !== '' && (
          <Text size="xs" c="dimmed" mt={6}>
            {`Size of emails: ${size}. Gmail cuts them at 102 KB.`}
          </Text>
        )}
      </Alert>
    </section>
  );
}
