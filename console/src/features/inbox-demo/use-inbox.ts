import { useCallback, useState } from 'react';
import type { InboxFrameEvent } from '../../ui/inbox-frame';

/** Events that the list keeps. */
const MAX_EVENTS = 50;

/** Something that the socket has told the inbox. */
export interface SocketEvent {
  key: number;
  at: Date;
  name: string;
  detail: string;
}

/** What is known of the inbox in the frame. */
interface InboxState {
  /** Of its session; undefined until it is open. */
  token?: string;
  unread?: number;
  connection: 'connecting' | 'live' | 'failed';
  /** Why it failed. */
  problem?: string;
  /** When the last notification came. */
  receivedAt?: number;
  /** Newest first. */
  events: SocketEvent[];
}

const NOTHING_YET: InboxState = { connection: 'connecting', events: [] };

/** Follows the inbox in the frame: its connection, what is unread, what comes in over its socket. */
export function useInbox() {
  const [state, setState] = useState(NOTHING_YET);
  const onEvent = useCallback((event: InboxFrameEvent) => {
    setState((before) => after(before, event, performance.now()));
  }, []);
  const clear = useCallback(() => setState((before) => ({ ...before, events: [] })), []);
  return { ...state, onEvent, clear };
}

function after(before: InboxState, event: InboxFrameEvent, now: number): InboxState {
  switch (event.kind) {
    case 'inbox-session':
      return { ...before, token: event.token, unread: event.unread };
    case 'inbox-failed':
      return { ...before, connection: 'failed', problem: event.message };
    case 'inbox-connected':
      return listed({ ...before, connection: 'live' }, 'connected', 'Everything from now on is shown here.');
    case 'inbox-received':
      return listed({ ...before, receivedAt: now }, 'notification_received', `${event.subject} (${event.id})`);
    case 'inbox-unread':
      return listed({ ...before, unread: event.total }, 'unread_count_changed', `total ${event.total}`);
    case 'inbox-unseen':
      return listed(before, 'unseen_count_changed', `unseen ${event.total}`);
    case 'inbox-ready':
      return before;
  }
}

function listed(state: InboxState, name: string, detail: string): InboxState {
  const event = { key: (state.events[0]?.key ?? 0) + 1, at: new Date(), name, detail };
  return { ...state, events: [event, ...state.events].slice(0, MAX_EVENTS) };
}
