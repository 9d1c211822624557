import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Time } from '../../ui/time';
import { EditSubscriber } from './edit';
import { EraseSubscriber } from './erase';
import { nameOf } from './name';
import { subscriber } from './reads';

/** A subscriber: who it is, to be changed and erased. */
export function SubscriberDetail({ subscriberId }: { subscriberId: string }) {
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
          <>
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
          </>
        )}
      </Loaded>
    </>
  );
}
