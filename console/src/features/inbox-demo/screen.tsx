import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { api, type Environment, responseOf, type Schemas } from '../../api/client';
import { useVisitor } from '../../api/session';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';
import { DemoParts } from './demo-parts';
import { inboxDemo } from './reads';
import { type Send, sendAsPerson } from './send';

/** Inbox demo: the inbox of a sample person beside the button that sends to it. */
export function InboxDemoScreen() {
  const { session, environment } = useVisitor();
  return (
    <>
      <PageHeader title="Inbox demo" about="The official inbox widget, and a button that sends to it." />
      {session && environment ? <OpenDemo key={environment.id} environment={environment} /> : <PrintedDemo />}
    </>
  );
}

/** For browsers that have opened the printed address. */
function PrintedDemo() {
  const found = useQuery(inboxDemo);
  return (
    <Loaded query={found}>
      {({ data }) => <DemoParts demo={data} where="your Development environment" send={sendAsPerson} />}
    </Loaded>
  );
}

/** The demo in the environment that is shown. It is opened on request, because it may create its subscriber and workflow. */
function OpenDemo({ environment }: { environment: Environment }) {
  const open = useMutation({ mutationFn: () => responseOf(api(environment).POST('/v2/inbox-demo')) });
  const demo = open.data?.data;
  if (demo) return <DemoParts demo={demo} where={environment.name} send={sendAs(environment, demo)} />;
  return (
    <Stack maw={640} align="flex-start">
      <Text size="sm">
        Shows the inbox of the sample subscriber ada in {environment.name}, with a button that triggers the workflow
        inbox-demo. Both are created if {environment.name} does not have them. The inbox stays open for an hour.
      </Text>
      {open.error && <ProblemAlert error={open.error} />}
      <PermittedButton
        permission="events:write"
        leftSection={<Eye size={16} aria-hidden />}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        Open the inbox demo
      </PermittedButton>
    </Stack>
  );
}

function sendAs(environment: Environment, { to, workflowId }: Schemas['OpenedInboxDemoDto']): Send {
  return () => {
    const payload = { number: 1000 + Math.floor(Math.random() * 9000) };
    const body = { name: workflowId, to: to as unknown as Schemas['TriggerEventDto']['to'], payload };
    return responseOf(api(environment).POST('/v1/events/trigger', { body }));
  };
}
