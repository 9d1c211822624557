import { Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { FIRST_PAGE } from '../../ui/paging';
import { Waiting } from '../../ui/states';
import { Time } from '../../ui/time';
import { EditSubscriber } from './edit';
import { EraseSubscriber } from './erase';
import { ExportSubscriber } from './export';
import { nameOf } from './name';
import { type DetailSearch, subscriber, SUBSCRIBER_TABS, type SubscriberTab } from './reads';

const InboxTab = lazy(async () => ({ default: (await import('./inbox-tab')).InboxTab }));
const ChannelsTab = lazy(async () => ({ default: (await import('./channels-tab')).ChannelsTab }));
const PreferencesTab = lazy(async () => ({ default: (await import('./preferences-tab')).PreferencesTab }));
const ConsentTab = lazy(async () => ({ default: (await import('./consent-tab')).ConsentTab }));
const TopicsTab = lazy(async () => ({ default: (await import('./topics-tab')).TopicsTab }));

const TAB_NAMES: Record<SubscriberTab, string> = {
  profile: 'Profile',
  channels: 'Channels',
  preferences: 'Preferences',
  consent: 'Consent',
  topics: 'Topics',
  inbox: 'Inbox',
  activity: 'Activity',
};

interface SubscriberDetailProps {
  subscriberId: string;
  search: DetailSearch;
  /** What became of the triggers for this subscriber. */
  activity: ReactNode;
}

/** A subscriber: who it is, how it is reached, what it wants to get and what it got. */
export function SubscriberDetail({ subscriberId, search, activity }: SubscriberDetailProps) {
  const { tab = 'profile' } = search;
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
        about={<CopyText text={subscriberId} label="Copy ID" />}
      >
        <AsCurl request={request} />
        {found.data && (
          <>
            <ExportSubscriber subscriberId={subscriberId} />
            <EraseSubscriber subscriber={found.data.data} />
          </>
        )}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Tabs
            value={tab}
            onChange={(next) =>
              void navigate({ to: '.', search: (now) => ({ ...now, ...FIRST_PAGE, tab: next as SubscriberTab }) })
            }
            keepMounted={false}
          >
            <Tabs.List mb="md">
              {SUBSCRIBER_TABS.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {TAB_NAMES[name]}
                </Tabs.Tab>
              ))}
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
            <Suspense fallback={<Waiting />}>
              <Tabs.Panel value="channels">
                <ChannelsTab subscriber={data} />
              </Tabs.Panel>
              <Tabs.Panel value="preferences">
                <PreferencesTab subscriberId={subscriberId} timezone={data.timezone} />
              </Tabs.Panel>
              <Tabs.Panel value="consent">
                <ConsentTab subscriberId={subscriberId} place={search} />
              </Tabs.Panel>
              <Tabs.Panel value="topics">
                <TopicsTab subscriberId={subscriberId} place={search} />
              </Tabs.Panel>
              <Tabs.Panel value="inbox">
                <InboxTab subscriberId={subscriberId} />
              </Tabs.Panel>
              <Tabs.Panel value="activity">{activity}</Tabs.Panel>
            </Suspense>
          </Tabs>
        )}
      </Loaded>
    </>
  );
}
