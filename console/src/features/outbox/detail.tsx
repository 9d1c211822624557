import { Code, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment, useVisitor } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { MessageContent } from '../../ui/message-content';
import { PageHeader } from '../../ui/page-header';
import { providerName } from '../../ui/provider-name';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';
import { outboxMessage } from './reads';

/** A message as its provider would have been handed it. */
export function OutboxDetail({ outboxMessageId }: { outboxMessageId: string }) {
  const request = outboxMessage(outboxMessageId);
  const found = useQuery(query(request, useEnvironment()));
  return (
    <>
      <PageHeader
        title={found.data ? found.data.data.subject || 'No subject' : outboxMessageId}
        back={
          <TextLink to="/outbox" size="sm">
            Outbox
          </TextLink>
        }
      >
        <AsCurl request={request} />
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Stack>
            <Facts
              facts={[
                ['Channel', stepName(data.channel)],
                ['To', data.recipients.join(', ')],
                ['Provider', data.providerId && providerName(data.providerId)],
                ['Received', <Time key="at" at={data.createdAt} />],
                ['Kept until', <Time key="end" at={data.expiresAt} />],
                ['Run', <RunLink key="r" notificationId={data._notificationId} />],
                ['Transaction ID', <CopyText key="t" text={data.transactionId} label="Copy transaction ID" />],
              ]}
            />
            <Content channel={data.channel} content={data.content} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** Leads to what the run did and why; guests see the outbox alone. */
function RunLink({ notificationId }: { notificationId: string | undefined }) {
  const { session } = useVisitor();
  if (notificationId === undefined) return 'None: the recipient is unknown';
  if (!session) return <CopyText text={notificationId} label="Copy run ID" />;
  return (
    <TextLink to="/activity/$notificationId" params={{ notificationId }} size="sm">
      {notificationId}
    </TextLink>
  );
}

function Content({ channel, content }: { channel: string; content: Record<string, unknown> }) {
  const { text } = content;
  return (
    <Tabs defaultValue="seen" keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="seen">Preview</Tabs.Tab>
        {typeof text === 'string' && <Tabs.Tab value="text">Text</Tabs.Tab>}
        <Tabs.Tab value="all">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="seen">
        <MessageContent type={channel} content={content} />
      </Tabs.Panel>
      {typeof text === 'string' && (
        <Tabs.Panel value="text">
          <Block label="Text" text={text} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="all">
        <Block label="JSON" text={JSON.stringify(content, null, 2)} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <Code block tabIndex={0} aria-label={label} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
  );
}
