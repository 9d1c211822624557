import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Time } from '../../ui/time';
import { EditMember } from './edit-member';
import { member } from './reads';
import { RemoveMember } from './remove-member';
import { ResetMember } from './reset-member';

/** A member: roles to be changed, the password to be reset, and the member to be removed. */
export function MemberDetail({ memberId }: { memberId: string }) {
  const request = member(memberId);
  const found = useQuery(query(request));
  const shown = found.data?.data;
  return (
    <>
      <PageHeader
        title={shown ? (shown.name ?? shown.email) : memberId}
        about={<CopyText text={memberId} label="Copy ID" />}
        back={
          <TextLink to="/team" size="sm">
            Team
          </TextLink>
        }
      >
        <AsCurl request={request} />
        {shown && <ResetMember member={shown} />}
        {shown && <RemoveMember member={shown} />}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <>
            <EditMember key={data.updatedAt} member={data} />
            <Facts
              facts={[
                ['Email', data.email],
                ['Password', data.hasPassword ? 'set' : 'None (single sign-on)'],
                ['Two-factor authentication', data.hasSecondFactor ? 'on' : 'off'],
                ['Last sign-in', data.signedInAt ? <Time at={data.signedInAt} /> : 'never'],
                ['Member since', <Time key="at" at={data.createdAt} />],
                [
                  'Activity',
                  <TextLink key="audit" to="/audit" search={{ actor: data.email }} size="sm">
                    View in audit log
                  </TextLink>,
                ],
              ]}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
