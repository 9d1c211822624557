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
import { LegacyOff } from './legacy-off';
import { type Application, applicationList, nameOf } from './reads';

const COLUMNS: Column<Application>[] = [
  {
    name: 'Name',
    cell: (one) => (
      <TextLink to="/legacy/$applicationId" params={{ applicationId: one.applicationId }} size="sm">
        {nameOf(one)}
      </TextLink>
    ),
  },
  { name: 'ID', cell: ({ applicationId }) => <CopyText text={applicationId} label="Copy ID" /> },
  {
    name: 'Former secret',
    cell: ({ formerSecretUntil }) =>
      formerSecretUntil && (
        <>
          accepted until <Time at={formerSecretUntil} />
        </>
      ),
  },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** The applications of the environment that send by the legacy API. */
export function ApplicationList({ place }: { place: Place }) {
  const request = applicationList(place);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Legacy applications"
        about="Older programs that send with Basic authentication, and their types."
      >
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <LegacyOff service={page.data?.legacyApi} />
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Legacy applications" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['application', 'applications']} />
            </>
          ) : (
            <EmptyState title="No legacy applications" action={<Create />}>
              A program that was written for the legacy API sends <code>POST /api/notification</code> on a port of its
              own, with an id and a secret. Create one for each such program; new programs use triggers and API keys.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function Create() {
  return (
    <PermittedLink permission="legacy:write" to="/create/legacy-application" size="xs">
      Create application
    </PermittedLink>
  );
}
