/** What the screen tells the frame: whose inbox it shows, and light or dark. Sent again when the colours change. */
export interface InboxFrameOptions {
  kind: 'inbox-options';
  applicationIdentifier: string;
  subscriberId: string;
  firstName?: string;
  scheme: 'light' | 'dark';
}

/** What happens in the frame, as it tells the screen around it. */
export type InboxFrameEvent =
  /** The script runs, and waits for the options. */
  | { kind: 'inbox-ready' }
  /** The session is open. */
  | { kind: 'inbox-session'; token: string; unread: number }
  /** The session or the socket could not be opened. */
  | { kind: 'inbox-failed'; message: string }
  /** The socket is open. */
  | { kind: 'inbox-connected' }
  | { kind: 'inbox-received'; id: string; subject: string }
  | { kind: 'inbox-unread'; total: number }
  | { kind: 'inbox-unseen'; total: number };
