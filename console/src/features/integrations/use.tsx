import { Group, Paper, Text, Title } from '@mantine/core';
import { TextLink } from '../../ui/links';
import { conditionText } from './condition-text';
import { inOrder, isChosen } from './order';
import type { Integration } from './reads';

interface UseProps {
  integration: Integration;
  /** The integrations of its channel in the environment. */
  ofChannel: readonly Integration[];
  hasFailover: boolean;
}

/** When an integration is used: its conditions, and its place among the others of the channel. */
export function Use({ integration, ofChannel, hasFailover }: UseProps) {
  const order = inOrder(ofChannel, hasFailover);
  const own = order.find((one) => one.integration._id === integration._id);
  const isOrdered = isChosen(ofChannel) && ofChannel.length > 1;
  return (
    <Paper withBorder p="md" component="section" aria-label="Use" maw={760}>
      <Title order={2} size="h6" mb={4}>
        Use
      </Title>
      <Text size="sm">{own?.use}</Text>
      {integration.conditions.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {`If ${conditionText(integration.conditions)}`}
        </Text>
      )}
      {isOrdered && (
        <ol aria-label="Order" style={{ margin: '8px 0 0', paddingInlineStart: '1.4rem' }}>
          {order.map(({ integration: { _id, name }, use }) => (
            <li key={_id} aria-current={_id === integration._id ? 'true' : undefined}>
              <Group gap="xs" align="baseline">
                {_id === integration._id ? (
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                ) : (
                  <TextLink to="/integrations/$integrationId" params={{ integrationId: _id }} size="sm">
                    {name}
                  </TextLink>
                )}
                <Text size="xs" c="dimmed">
                  {use}
                </Text>
              </Group>
            </li>
          ))}
        </ol>
      )}
    </Paper>
  );
}
