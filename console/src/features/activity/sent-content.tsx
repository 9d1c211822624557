import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { Loaded } from '../../ui/loaded';
import { MessageContent } from '../../ui/message-content';
import { PermittedButton } from '../../ui/permitted';
import { Time } from '../../ui/time';
import { runContent } from './reads';

interface SentContentProps {
  notificationId: string;
  /** The step. */
  jobId: string;
}

/** What was sent, as handed to the provider. Loaded only on request, because each access is in the audit trail. */
export function SentContent({ notificationId, jobId }: SentContentProps) {
  const [isWanted, want] = useState(false);
  return (
    <section aria-label="Message content">
      <Title order={3} size="h6" mb={4}>
        Message content
      </Title>
      {isWanted ? (
        <Contents notificationId={notificationId} jobId={jobId} />
      ) : (
        <PermittedButton permission="content:read" variant="default" size="xs" onClick={() => want(true)}>
          View message content (this is logged)
        </PermittedButton>
      )}
    </section>
  );
}

function Contents({ notificationId, jobId }: SentContentProps) {
  const found = useQuery({
    ...query(runContent(notificationId), useEnvironment()),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={found}>
      {({ data: { retentionDays, messages } }) => {
        const own = messages.filter(({ _jobId }) => _jobId === jobId);
        if (own.length === 0) return <NoContent retentionDays={retentionDays} />;
        return own.map(({ _messageId, content, problem, expiresAt }) => (
          <Stack key={_messageId} gap={6} mb="sm">
            {problem && (
              <Text size="sm">
                {problem === 'too_large'
                  ? 'It is larger than one megabyte and was not kept.'
                  : 'It was encrypted with another SECRET_KEY, and cannot be read.'}
              </Text>
            )}
            {content && <MessageContent type={String(content['channel'])} content={content} />}
            <Text size="xs" c="dimmed" component="div">
              Deleted <Time at={expiresAt} />
            </Text>
          </Stack>
        ));
      }}
    </Loaded>
  );
}

function NoContent({ retentionDays }: { retentionDays: number }) {
  return (
    <Text size="sm" c="dimmed">
      {retentionDays === 0
        ? 'Message content is not kept in this environment. An owner or admin can set a retention in Settings, for later messages.'
        : `Message content is kept for ${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}. There is none for this step.`}
    </Text>
  );
}
