import { Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, read } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import type { RunEntry, StepEntry } from './reads';
import { isShown, usedVariables } from './variables';

/** The variables that a step uses, with the values of the trigger and of the person. */
export function StepVariables({ run, step }: { run: RunEntry; step: StepEntry }) {
  const environment = useEnvironment();
  const workflowId = run.template?.triggers[0]?.identifier;
  const mayNot = useRefusal('workflows:read') !== undefined;
  const found = useQuery({
    ...query(read('/v2/workflows/{workflowId}', { path: { workflowId: workflowId ?? '' } }), environment),
    enabled: workflowId !== undefined && !mayNot,
  });
  const own = found.data?.data.steps.find(({ _id }) => _id === step.step._templateId);
  if (!own) return null;
  const variables = usedVariables(own.controlValues, { payload: run.payload, subscriber: run.subscriber });
  if (variables.length === 0) return null;
  return (
    <section aria-label="Variables">
      <Title order={3} size="h6" mb={4}>
        Variables
      </Title>
      <Text size="xs" c="dimmed">
        Those of the step as it is today, with the payload of the trigger and the person as it is now.
      </Text>
      <Table verticalSpacing={4} aria-label="Variables of the step">
        <Table.Tbody>
          {variables.map(({ path, value }) => (
            <Table.Tr key={path}>
              <Table.Th fw={400} c="dimmed" w="40%" scope="row" style={{ overflowWrap: 'anywhere' }}>
                {path}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {value === undefined ? (
                  <Text span inherit c="dimmed">
                    {isShown(path) ? 'missing' : 'not shown here'}
                  </Text>
                ) : (
                  inWords(value)
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
