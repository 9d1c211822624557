import { List, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { layoutUsage } from './reads';

/** The workflows whose emails have this frame. */
export function LayoutUsage({ layout: { layoutId, isDefault } }: { layout: Schemas['LayoutDto'] }) {
  const usage = useQuery(query(layoutUsage(layoutId), useEnvironment()));
  return (
    <Paper withBorder p="md" component="section" aria-label="Used by">
      <Title order={2} size="h5" mb="xs">
        Used by
      </Title>
      <Loaded query={usage}>
        {({ data: { workflows } }) =>
          workflows.length === 0 ? (
            <Text size="sm" c="dimmed">
              No workflow uses it.
            </Text>
          ) : (
            <List size="sm">
              {workflows.map(({ workflowId, name }) => (
                <List.Item key={workflowId}>
                  <TextLink to="/workflows/$workflowId" params={{ workflowId }} size="sm">
                    {name}
                  </TextLink>
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
      {isDefault && (
        <Text size="sm" c="dimmed" mt="xs">
          Default: also used by email steps without a layout of their own.
        </Text>
      )}
    </Paper>
  );
}
