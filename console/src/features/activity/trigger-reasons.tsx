import { Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { TextLink } from '../../ui/links';
import { FIRST_PAGE } from '../../ui/paging';
import { stepName } from '../../ui/step-name';
import { triggerReasons } from './reads';
import { reasonName } from './words';

/** For how many recipients of a trigger which step ended for which reason. Each number leads to those. */
export function TriggerReasons({ transactionId, again }: { transactionId: string; again: number | false }) {
  const found = useQuery({ ...query(triggerReasons(transactionId), useEnvironment()), refetchInterval: again });
  if (!found.data || found.data.data.reasons.length === 0) return null;
  const { reasons, counted, capped } = found.data.data;
  return (
    <section aria-label="Reasons">
      <Title order={2} size="h6" mb="xs">
        Reasons
      </Title>
      <Table maw={560} aria-label="Recipients by reason">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th ta="right">Recipients</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reasons.map(({ stepType, reason, count }) => (
            <Table.Tr key={`${stepType} ${reason}`}>
              <Table.Td>{stepName(stepType)}</Table.Td>
              <Table.Td>
                <TextLink to="." search={(now) => ({ ...now, ...FIRST_PAGE, reason, outcome: undefined })} size="sm">
                  {reasonName(reason)}
                </TextLink>
              </Table.Td>
              <Table.Td ta="right">{count.toLocaleString()}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {capped && (
        <Text size="sm" c="dimmed" mt={4}>
          Of the newest {counted.toLocaleString()} recipients.
        </Text>
      )}
    </section>
  );
}
