import { Button, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { inWords } from '../../api/problem';

/** How long a notification may take before the screen says that it has not arrived. */
const ARRIVAL_MS = 10_000;

/** Sends the sample, with the token of the inbox. */
export type Send = (token: string) => Promise<unknown>;

/** For browsers without an account: the session is that of the inbox. */
export const sendAsPerson: Send = (token) =>
  responseOf(api().POST('/v1/inbox/demo/trigger', { headers: { authorization: `Bearer ${token}` } }));

interface SendProps {
  send: Send;
  /** Token of the session of the inbox; undefined until it is open. */
  token: string | undefined;
  /** When the last notification came in. */
  receivedAt: number | undefined;
}

/** The button that sends the sample, and when it has arrived. */
export function SendSample({ send, token, receivedAt }: SendProps) {
  const [sentAt, setSentAt] = useState<number>();
  const [isLate, setLate] = useState(false);
  const patience = useTimeout(() => setLate(true), ARRIVAL_MS);
  const sending = useMutation({
    mutationFn: (session: string) => {
      setSentAt(performance.now());
      setLate(false);
      patience.clear();
      patience.start();
      return send(session);
    },
    meta: { asksWhoIsThere: true },
  });
  const hasArrived = sentAt !== undefined && receivedAt !== undefined && receivedAt > sentAt;
  const outcome = (): string => {
    if (sending.error) return `Not sent: ${inWords(sending.error).title}`;
    if (hasArrived) return `Arrived ${Math.round(receivedAt - sentAt)} ms after the click.`;
    if (sentAt === undefined) return '';
    return isLate ? 'It has not come yet. Is a worker running?' : 'Sent. It is on its way …';
  };
  return (
    <>
      <Button
        leftSection={<Send size={16} aria-hidden />}
        disabled={token === undefined}
        onClick={() => token !== undefined && sending.mutate(token)}
      >
        Send a notification
      </Button>
      <Text role="status" size="sm" mih={24} mt="xs" c={sending.error || (isLate && !hasArrived) ? 'red.7' : undefined}>
        {outcome()}
      </Text>
    </>
  );
}
