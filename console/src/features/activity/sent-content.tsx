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
    <section aria-label="Content as sent">
      <Title order={3} size="h6" mb={4}>
        Content as sent
      </Title>
      {isWanted ? (
        <Contents notificationId={notificationId} jobId={jobId} />
      ) : (
        <Stack gap={6} align="flex-start">
          <Text size="sm" c="dimmed">
            It may be personal: that you have looked at it is entered into the audit trail.
          </Text>
          <PermittedButton permission="content:read" variant="default" size="xs" onClick={() => want(true)}>
            Show the content
          </PermittedButton>
        </Stack>
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
                  ? 'It had more than a megabyte, and was not kept.'
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
        ? 'This environment keeps no contents. An owner or admin can have them kept for some days, in the settings of the environment; that holds for what is sent from then on.'
        : `Contents are kept for ${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}; there is none of this step.`}
    </Text>
  );
}
