import { Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager, type Place } from '../../ui/paging';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { DeleteApplication } from './delete';
import { ExampleCall } from './example-call';
import { application as applicationRead, type Application, nameOf, type NotificationType, typeList } from './reads';
import { RotateSecret } from './rotate';

interface OfApplication {
  applicationId: string;
  /** Which of its types are shown. */
  place: Place;
}

/** An application of the legacy API: its secret, its types, and how it sends. */
export function ApplicationDetail({ applicationId, place }: OfApplication) {
  const request = applicationRead(applicationId);
  const found = useQuery(query(request, useEnvironment()));
  const shown = found.data?.data;
  return (
    <>
      <PageHeader
        title={shown ? nameOf(shown) : applicationId}
        back={
          <TextLink to="/legacy" size="sm">
            Legacy applications
          </TextLink>
        }
        about={<CopyText text={applicationId} label="Copy ID" />}
      >
        <AsCurl request={request} />
        {shown && <RotateSecret application={shown} />}
        {shown && <DeleteApplication application={shown} />}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Stack>
            <Times application={data} />
            <Types applicationId={applicationId} place={place} />
            <ExampleCall applicationId={applicationId} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Times({ application: { createdAt, formerSecretUntil } }: { application: Application }) {
  return (
    <Text size="sm" c="dimmed">
      Created <Time at={createdAt} />
      {formerSecretUntil && (
        <>
          {' · The former secret is accepted until '}
          <Time at={formerSecretUntil} />
        </>
      )}
    </Text>
  );
}

function columns(applicationId: string): Column<NotificationType>[] {
  return [
    {
      name: 'Type',
      cell: ({ identifier }) => (
        <TextLink
          to="/legacy/$applicationId/types/$typeIdentifier"
          params={{ applicationId, typeIdentifier: identifier }}
          size="sm"
        >
          {identifier}
        </TextLink>
      ),
    },
    {
      name: 'Workflow',
      cell: ({ workflowId }) => (
        <TextLink to="/workflows/$workflowId" params={{ workflowId }} size="sm">
          {workflowId}
        </TextLink>
      ),
    },
    { name: 'Text', cell: ({ text }) => text },
    { name: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} />, width: 180 },
  ];
}

function Types({ applicationId, place }: OfApplication) {
  const page = useQuery({
    ...query(typeList(applicationId, place), useEnvironment()),
    placeholderData: keepPreviousData,
  });
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          Notification types
        </Title>
        {page.data && page.data.data.length > 0 && <CreateType applicationId={applicationId} />}
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable
                label="Notification types"
                columns={columns(applicationId)}
                rows={data.data}
                rowKey={({ _id }) => _id}
              />
              <Pager page={data} words={['type', 'types']} />
            </>
          ) : (
            <EmptyState title="No notification types yet" action={<CreateType applicationId={applicationId} />}>
              Each request names a type, which says what is written and which workflow delivers it.
            </EmptyState>
          )
        }
      </Loaded>
    </section>
  );
}

function CreateType({ applicationId }: { applicationId: string }) {
  return (
    <PermittedLink
      permission="legacy:write"
      to="/create/notification-type/$applicationId"
      params={{ applicationId }}
      size="xs"
    >
      Create type
    </PermittedLink>
  );
}
