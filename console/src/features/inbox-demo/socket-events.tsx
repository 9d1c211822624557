import { Button, Code, Group, ScrollArea, Text, Title } from '@mantine/core';
import classes from './inbox-demo.module.css';
import type { SocketEvent } from './use-inbox';

/** What the socket has told the inbox, newest first. */
export function SocketEvents({ events, onClear }: { events: readonly SocketEvent[]; onClear: () => void }) {
  return (
    <section className={classes.card} aria-labelledby="socket-events">
      <Group justify="space-between">
        <Title order={2} size="h5" id="socket-events">
          Live events
        </Title>
        <Button variant="default" size="xs" disabled={events.length === 0} onClick={onClear}>
          Clear
        </Button>
      </Group>
      {events.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          No events yet.
        </Text>
      )}
      <ScrollArea.Autosize mah={260} viewportProps={{ tabIndex: 0, 'aria-labelledby': 'socket-events' }}>
        <ol className={classes.events} aria-live="polite">
          {events.map(({ key, at, name, detail }) => (
            <li key={key}>
              <Text span size="sm" c="dimmed">
                {at.toLocaleTimeString([], { hour12: false })}
              </Text>
              <Code>{name}</Code>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {detail}
              </Text>
            </li>
          ))}
        </ol>
      </ScrollArea.Autosize>
    </section>
  );
}
