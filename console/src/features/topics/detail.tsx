import { Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { Waiting } from '../../ui/states';
import { Members } from './members';
import { type MemberSearch, topic } from './reads';

const EditTopic = lazy(async () => ({ default: (await import('./edit')).EditTopic }));

interface TopicDetailProps {
  topicKey: string;
  search: MemberSearch;
  /** Who would get a trigger to it. */
  reach: ReactNode;
}

/** A topic, who is subscribed to it, and who would get a trigger. */
export function TopicDetail({ topicKey, search, reach }: TopicDetailProps) {
  const request = topic(topicKey);
  const found = useQuery(query(request, useEnvironment()));
  return (
    <>
      <PageHeader
        title={found.data?.data.name ?? topicKey}
        back={
          <TextLink to="/topics" size="sm">
            Topics
          </TextLink>
        }
        about={<CopyText text={topicKey} label="Copy key" />}
      >
        <AsCurl request={request} />
        {found.data && <Delete topicKey={topicKey} />}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Stack>
            <Suspense fallback={<Waiting />}>
              <EditTopic key={data.updatedAt} topic={data} />
            </Suspense>
            <Members topicKey={topicKey} search={search} />
            {reach}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Delete({ topicKey }: { topicKey: string }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () => responseOf(api(environment).DELETE('/v2/topics/{topicKey}', { params: { path: { topicKey } } })),
    resource: 'topics',
    environment,
    done: `${topicKey} was deleted`,
    onDone: () => navigate({ to: '/topics' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="topics:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${topicKey}?`}
        action="Delete"
        typed={topicKey}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        All subscriptions of the topic are deleted with it, and cannot be restored. The subscribers stay.
      </ConfirmDialog>
    </>
  );
}
