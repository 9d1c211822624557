import { Code, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { SandboxedHtml } from '../../ui/sandboxed-html';
import { Time } from '../../ui/time';
import { outboxMessage } from './reads';

/** A message as its provider would have been handed it. */
export function OutboxDetail({ outboxMessageId }: { outboxMessageId: string }) {
  const request = outboxMessage(outboxMessageId);
  const found = useQuery(query(request, useEnvironment()));
  return (
    <>
      <PageHeader
        title={found.data ? found.data.data.subject || 'Without words' : outboxMessageId}
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
                ['Channel', data.channel],
                ['To', data.recipients.join(', ')],
                ['Provider', data.providerId],
                ['Landed', <Time key="at" at={data.createdAt} />],
                ['Kept until', <Time key="end" at={data.expiresAt} />],
                ['Transaction', <CopyText key="t" text={data.transactionId} label="Copy the transaction" />],
              ]}
            />
            <Content content={data.content} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Content({ content }: { content: Record<string, unknown> }) {
  const { html, text, body, title } = content;
  const words = [title, text ?? body].filter((part) => typeof part === 'string').join('\n\n');
  return (
    <Tabs defaultValue={typeof html === 'string' ? 'seen' : 'text'} keepMounted={false}>
      <Tabs.List mb="sm">
        {typeof html === 'string' && <Tabs.Tab value="seen">As it looks</Tabs.Tab>}
        <Tabs.Tab value="text">Text</Tabs.Tab>
        <Tabs.Tab value="all">Everything</Tabs.Tab>
      </Tabs.List>
      {typeof html === 'string' && (
        <Tabs.Panel value="seen">
          <SandboxedHtml title="The email" html={html} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="text">
        <Block label="Text" text={words} />
      </Tabs.Panel>
      <Tabs.Panel value="all">
        <Block label="Everything" text={JSON.stringify(content, null, 2)} />
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
