import { Alert, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { InboxFrame, type InboxFrameEvent } from '../../ui/inbox-frame';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';
import { Time } from '../../ui/time';

/** The inbox as this subscriber sees it. It is opened on request, because what is done in it counts as done by the subscriber. */
export function InboxTab({ subscriberId }: { subscriberId: string }) {
  const environment = useEnvironment();
  const open = useMutation({
    mutationFn: () =>
      responseOf(
        api(environment).POST('/v2/subscribers/{subscriberId}/inbox-preview', { params: { path: { subscriberId } } }),
      ),
  });
  const preview = open.data?.data;
  return (
    <Stack maw={640}>
      <Text size="sm">
        The inbox of {subscriberId} as the official widget shows it, with the notifications that have no context. What
        you do in it counts as done by this subscriber: what you read there is read, what you archive is archived.
      </Text>
      {preview ? (
        <>
          <Text size="sm" c="dimmed">
            Open until <Time at={preview.expiresAt} />.
          </Text>
          <Preview
            key={preview.applicationIdentifier}
            subscriberId={subscriberId}
            applicationIdentifier={preview.applicationIdentifier}
          />
        </>
      ) : (
        <>
          {open.error && <ProblemAlert error={open.error} />}
          <PermittedButton
            permission="subscribers:write"
            leftSection={<Eye size={16} aria-hidden />}
            w="fit-content"
            loading={open.isPending}
            onClick={() => open.mutate()}
          >
            Show inbox
          </PermittedButton>
        </>
      )}
    </Stack>
  );
}

function Preview({ subscriberId, applicationIdentifier }: { subscriberId: string; applicationIdentifier: string }) {
  const [problem, setProblem] = useState<string>();
  const [onEvent] = useState(() => (event: InboxFrameEvent) => {
    if (event.kind === 'inbox-failed') setProblem(event.message);
    if (event.kind === 'inbox-connected') setProblem(undefined);
  });
  return (
    <>
      {problem !== undefined && (
        <Alert role="alert" color="red" variant="outline" title="The inbox is not complete">
          {problem}
        </Alert>
      )}
      <InboxFrame
        title={`The inbox of ${subscriberId}`}
        applicationIdentifier={applicationIdentifier}
        subscriberId={subscriberId}
        onEvent={onEvent}
      />
    </>
  );
}
