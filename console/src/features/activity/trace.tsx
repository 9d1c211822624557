import { Anchor, Group, Text } from '@mantine/core';
import { useVisitor } from '../../api/session';
import { CopyText } from '../../ui/copy';
import { traceAddress } from './trace-address';

/** The trace of a trigger: its id, and a link if the installation says where traces are looked at. */
export function Trace({ traceId }: { traceId: string | undefined }) {
  const { session } = useVisitor();
  if (traceId === undefined) return null;
  const address = traceAddress(session?.traceUrl, traceId);
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" c="dimmed">
        Trace
      </Text>
      <CopyText text={traceId} label="Copy trace ID" />
      {address !== undefined && (
        <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
          Open trace
        </Anchor>
      )}
    </Group>
  );
}
