import { Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Waiting } from '../../ui/states';
import { Time } from '../../ui/time';
import { EditSubscriber } from './edit';
import { EraseSubscriber } from './erase';
import { nameOf } from './name';
import { subscriber, type SubscriberTab } from './reads';

const InboxTab = lazy(async () => ({ default: (await import('./inbox-tab')).InboxTab }));

interface SubscriberDetailProps {
  subscriberId: string;
  tab: SubscriberTab;
}

/** A subscriber: who it is, to be changed and erased; the inbox. */
export function SubscriberDetail({ subscriberId, tab }: SubscriberDetailProps) {
  const navigate = useNavigate();
  const request = subscriber(subscriberId);
  const found = useQuery(query(request, useEnvironment()));
  const back = (
    <TextLink to="/subscribers" size="sm">
      Subscribers
    </TextLink>
  );
  return (
    <>
      <PageHeader
        title={found.data ? nameOf(found.data.data) : subscriberId}
        back={back}
        about={<CopyText text={subscriberId} label="Copy the id" />}
      >
        <AsCurl request={request} />
        {found.data && <EraseSubscriber subscriber={found.data.data} />}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Tabs
            value={tab}
            onChange={(next) =>
              void navigate({ to: '.', search: (search) => ({ ...search, tab: next as SubscriberTab }) })
            }
            keepMounted={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="profile">Profile</Tabs.Tab>
              <Tabs.Tab value="inbox">Inbox</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="profile">
              {/* Another version of the same subscriber begins a new form. */}
              <EditSubscriber key={`${data._id} ${data.updatedAt}`} subscriber={data} />
              <Group gap="lg" mt="sm">
                <Text size="sm" c="dimmed">
                  Created <Time at={data.createdAt} />
                </Text>
                <Text size="sm" c="dimmed">
                  Changed <Time at={data.updatedAt} />
                </Text>
              </Group>
            </Tabs.Panel>
            <Tabs.Panel value="inbox">
              <Suspense fallback={<Waiting />}>
                <InboxTab subscriberId={subscriberId} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </>
  );
}
