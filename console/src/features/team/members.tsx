import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useSession } from '../../api/session';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Pager, type Place } from '../../ui/paging';
import { Time } from '../../ui/time';
import { type Member, memberList } from './reads';
import { rolesInWords } from './roles';

const COLUMNS: Column<Member>[] = [
  {
    name: 'Name',
    cell: ({ _id, name, email }) => (
      <TextLink to="/team/$memberId" params={{ memberId: _id }} size="sm">
        {name ?? email}
      </TextLink>
    ),
  },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Role', cell: (member) => <Roles member={member} /> },
  { name: 'Two-factor', cell: ({ hasPassword, hasSecondFactor }) => factorOf(hasPassword, hasSecondFactor) },
  { name: 'Last sign-in', cell: ({ signedInAt }) => (signedInAt ? <Time at={signedInAt} /> : 'never'), width: 180 },
];

/** The people who may sign in. */
export function Members({ place }: { place: Place }) {
  const page = useQuery({ ...query(memberList(place)), placeholderData: keepPreviousData });
  return (
    <Loaded query={page}>
      {(data) => (
        <>
          <DataTable label="Members" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
          <Pager page={data} words={['member', 'members']} />
        </>
      )}
    </Loaded>
  );
}

function Roles({ member }: { member: Member }) {
  return rolesInWords(member, useSession().environments);
}

function factorOf(hasPassword: boolean, hasSecondFactor: boolean): string {
  if (hasSecondFactor) return 'on';
  return hasPassword ? 'off' : 'single sign-on';
}
