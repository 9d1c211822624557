import { Button, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { inWords } from '../../api/problem';

/** How long a notification may take before the screen says that it has not arrived. */
const ARRIVAL_MS = 10_000;

interface SendProps {
  /** Token of the session of the inbox; undefined until it is open. */
  token: string | undefined;
  /** When the last notification came in. */
  receivedAt: number | undefined;
}

/** The button that sends the sample, and when it has arrived. */
export function SendSample({ token, receivedAt }: SendProps) {
  const [sentAt, setSentAt] = useState<number>();
  const [isLate, setLate] = useState(false);
  const patience = useTimeout(() => setLate(true), ARRIVAL_MS);
  const send = useMutation({
    mutationFn: () => {
      setSentAt(performance.now());
      setLate(false);
      patience.clear();
      patience.start();
      return responseOf(api().POST('/v1/inbox/demo/trigger', { headers: { authorization: `Bearer ${token}` } }));
    },
    // The session is that of the inbox: signing in does not help.
    meta: { asksWhoIsThere: true },
  });
  const hasArrived = sentAt !== undefined && receivedAt !== undefined && receivedAt > sentAt;
  const outcome = (): string => {
    if (send.error) return `Not sent: ${inWords(send.error).title}`;
    if (hasArrived) return `Arrived ${Math.round(receivedAt - sentAt)} ms after the click.`;
    if (sentAt === undefined) return '';
    return isLate ? 'It has not come yet. Is a worker running?' : 'Sent. It is on its way …';
  };
  return (
    <>
      <Button leftSection={<Send size={16} aria-hidden />} disabled={token === undefined} onClick={() => send.mutate()}>
        Send a notification
      </Button>
      <Text role="status" size="sm" mih={24} mt="xs" c={send.error || (isLate && !hasArrived) ? 'red.7' : undefined}>
        {outcome()}
      </Text>
    </>
  );
}
