import { Alert, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { guestQuery, type GuestPlace } from '../../api/session';
import { TextLink } from '../../ui/links';
import { insidePath } from './inside-path';

const PLACES = [
  { place: 'outbox', name: 'The outbox', path: '/outbox' },
  { place: 'inboxDemo', name: 'The inbox demo', path: '/inbox-demo' },
] as const satisfies readonly { place: GuestPlace; name: string; path: string }[];

/** What this browser may see without an account, or how it gets to see what it has asked for. */
export function WithoutAccount({ returnTo }: { returnTo: string | undefined }) {
  const guest = useQuery(guestQuery).data?.data;
  if (!guest) return null;
  const asked = PLACES.find(({ path }) => new RegExp(`^${path}(?![\\w-])`).test(insidePath(returnTo)));
  if (asked && guest[asked.place] === 'closed') return <HowToOpen name={asked.name} />;
  return PLACES.filter(({ place }) => guest[place] === 'open').map(({ path, name }) => (
    <TextLink key={path} to={path} size="sm">
      {`${name}, without signing in`}
    </TextLink>
  ));
}

function HowToOpen({ name }: { name: string }) {
  return (
    <Alert variant="outline" title={`${name} opens without an account, too`}>
      <Stack gap="xs">
        <Text size="sm">
          Open the address that Carillon printed when it started. It ends in <Code>?token=…</Code>; if you have just
          opened one, its token is not that of this Carillon. To see the right one, run this in the folder of Carillon,
          or in its container:
        </Text>
        <Code block tabIndex={0} aria-label="Command">
          carillon pages
        </Code>
      </Stack>
    </Alert>
  );
}
