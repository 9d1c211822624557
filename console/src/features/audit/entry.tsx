import { Drawer, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import { actorInWords } from '../../ui/audit-words';
import { Changes } from '../../ui/changes';
import { CopyText } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { Time } from '../../ui/time';
import { operationTitle } from './operation-title';
import type { Entry } from './reads';

interface EntryDrawerProps {
  /** The one that the address names. */
  sequence: string | undefined;
  entries: readonly Entry[];
}

/** One entry of the page: what differs, who it was and from where. */
export function EntryDrawer({ sequence, entries }: EntryDrawerProps) {
  const navigate = useNavigate();
  const entry = entries.find((one) => String(one.sequence) === sequence);
  const close = () =>
    void navigate({ to: '.', search: ((now: object) => ({ ...now, entry: undefined })) as never, resetScroll: false });
  return (
    <Drawer
      opened={sequence !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title={entry ? operationTitle(entry.operation) : `Entry ${sequence ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // It is a <header> of the body, where it would be a second banner.
      attributes={{ header: { role: 'presentation' } }}
    >
      {entry ? <EntryDetail entry={entry} /> : <Text size="sm">It is on another page, or hidden by the filters.</Text>}
    </Drawer>
  );
}

function EntryDetail({ entry }: { entry: Entry }) {
  const { actor, origin, at, method, route, resource, resourceIds, environmentId } = entry;
  const { environments } = useSession();
  const environment = environments.find(({ id }) => id === environmentId)?.name ?? environmentId;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Who', actorInWords(actor)],
          ['Actor ID', actor.id && <CopyText text={actor.id} label="Copy actor ID" />],
          ['When', <Time key="at" at={at} />],
          ['Result', entry.result === 'success' ? 'done' : 'refused'],
          ['Environment', environment ?? 'organization'],
          ['Name', entry.resourceName],
          ['Resource', resource],
          [
            'Resource ID',
            resourceIds.map((id) => (
              <Text key={id} size="sm" ff="monospace">
                {id}
              </Text>
            )),
          ],
          ['Request', method && `${method} ${route ?? ''}`],
          ['Operation', <CopyText key="operation" text={entry.operation} label="Copy operation ID" />],
        ]}
      />
      <Changes of={entry} />
      <Facts
        facts={[
          ['IP address', origin?.address],
          ['Browser', origin?.userAgent],
          ['Request ID', origin?.requestId],
          ['Entry', `#${entry.sequence}`],
          ['Hash', <CopyText key="hash" text={entry.hash} label="Copy hash" />],
        ]}
      />
    </Stack>
  );
}
