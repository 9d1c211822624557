import { Badge, Code, Group, Text, Title } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { CopyButton } from '../../ui/copy';
import { InboxFrame } from '../../ui/inbox-frame';
import { StatusBadge } from '../../ui/status-badge';
import classes from './inbox-demo.module.css';
import { type Send, SendSample } from './send';
import { SocketEvents } from './socket-events';
import { useInbox } from './use-inbox';

type Demo = Schemas['InboxDemoDto'];

const CONNECTIONS = {
  connecting: ['waiting', 'Connecting …'],
  live: ['delivered', 'Live'],
  failed: ['failed', 'Not connected'],
} as const;

interface DemoPartsProps {
  demo: Demo;
  /** The environment, in words. */
  where: string;
  send: Send;
}

/** The inbox, the button, and what comes over the socket. */
export function DemoParts({ demo, where, send }: DemoPartsProps) {
  const { applicationIdentifier, subscriber, workflowId } = demo;
  const { firstName, subscriberId } = subscriber;
  const inbox = useInbox();
  const [outcome, word] = CONNECTIONS[inbox.connection];
  return (
    <div className={classes.columns}>
      <div className={classes.words}>
        <section className={classes.card} aria-labelledby="send-one">
          <Title order={2} size="h5" id="send-one" mb="xs">
            Send one
          </Title>
          <Text size="sm" mb="sm">
            The inbox on this screen belongs to {firstName}, the subscriber <Code>{subscriberId}</Code> of {where}. One
            click triggers the workflow <Code>{workflowId}</Code>, which is created on first use.
          </Text>
          <SendSample send={send} token={inbox.token} receivedAt={inbox.receivedAt} />
          <ol className={classes.steps}>
            <li>The trigger is stored, and the response is 201.</li>
            <li>A worker writes the notification to the inbox.</li>
            <li>The socket notifies every open tab of {firstName}.</li>
          </ol>
          <Text size="sm" c="dimmed" mt="xs">
            Open this screen in a second tab: what you read, archive or snooze in one is so in the other.
          </Text>
        </section>
        <FromShell demo={demo} where={where} />
        <SocketEvents events={inbox.events} onClear={inbox.clear} />
      </div>
      <section aria-labelledby="whose-inbox">
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h5" id="whose-inbox">
            {firstName}’s inbox
          </Title>
          <Group gap="xs">
            <Badge variant="default" role="status">
              {unreadInWords(inbox.unread)}
            </Badge>
            <span role="status" title={inbox.problem}>
              <StatusBadge outcome={outcome} word={word} />
            </span>
          </Group>
        </Group>
        <InboxFrame
          title={`${firstName}’s inbox`}
          applicationIdentifier={applicationIdentifier}
          subscriberId={subscriberId}
          firstName={firstName}
          onEvent={inbox.onEvent}
        />
      </section>
    </div>
  );
}

function FromShell({ demo: { subscriber, workflowId }, where }: Pick<DemoPartsProps, 'demo' | 'where'>) {
  const command = [
    `curl -X POST '${window.location.origin}/v1/events/trigger'`,
    '-H "Authorization: ApiKey $CARILLON_API_KEY"',
    "-H 'Content-Type: application/json'",
    `-d '{"name": "${workflowId}", "to": "${subscriber.subscriberId}", "payload": {"number": 4711}}'`,
  ].join(' \\\n  ');
  return (
    <section className={classes.card} aria-labelledby="from-shell">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5" id="from-shell">
          Send with curl
        </Title>
        <CopyButton text={command} label="Copy" />
      </Group>
      <Text size="sm" mb="xs">
        With an API key of {where}, once the button above was used:
      </Text>
      <Code block tabIndex={0} aria-label="Command" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {command}
      </Code>
    </section>
  );
}

function unreadInWords(unread: number | undefined): string {
  if (unread === undefined) return '…';
  return unread === 0 ? 'Nothing unread' : `${unread} unread`;
}
