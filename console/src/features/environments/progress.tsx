import { Button, Group, List, Paper, Progress, Stack, Text } from '@mantine/core';
import { type Outcome, StatusBadge } from '../../ui/status-badge';
import { DONE_WORDS } from './words';
import type { Published } from './publication';

interface PublicationProgressProps {
  items: readonly Published[];
  /** Name of the environment. */
  target: string;
  isRunning: boolean;
  onStop: () => void;
  onClose: () => void;
}

const OUTCOMES: Record<Published['state'], Outcome> = {
  waiting: 'waiting',
  done: 'delivered',
  failed: 'failed',
  stopped: 'canceled',
};

/** How far a publication has come, and what has become of each resource. */
export function PublicationProgress({ items, target, isRunning, onStop, onClose }: PublicationProgressProps) {
  const count = (state: Published['state']) => items.filter((one) => one.state === state).length;
  const handled = items.length - count('waiting');
  const failed = count('failed');
  const title = `${count('done')} of ${items.length} published to ${target}${failed > 0 ? `, ${failed} failed` : ''}`;
  return (
    <Paper withBorder p="md" mb="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600} size="sm" role="status">
            {title}
          </Text>
          {isRunning ? (
            <Button variant="default" size="xs" onClick={onStop}>
              Stop after this one
            </Button>
          ) : (
            <Button variant="default" size="xs" onClick={onClose}>
              Close
            </Button>
          )}
        </Group>
        <Progress value={(handled / items.length) * 100} aria-label="Progress" color={failed > 0 ? 'red' : 'teal'} />
        <List size="sm" spacing={4} listStyleType="none">
          {items.map((one) => (
            <List.Item key={one.key}>
              <Group gap="xs" wrap="wrap">
                <StatusBadge outcome={OUTCOMES[one.state]} word={wordOf(one)} />
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {one.kind} {one.name}
                  {one.reason !== undefined && `: ${one.reason}`}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Paper>
  );
}

function wordOf({ state, action }: Published): string {
  return state === 'done' ? DONE_WORDS[action] : state;
}
