import type { Readable } from 'node:stream';

/** A file that goes with an email. */
export interface AttachedFile {
  name: string;
  mime?: string;
  /** Size of the content in bytes. */
  size: number;
  /** The content; may be opened again for every attempt. */
  open: () => Readable | Promise<Readable>;
}

/** An email, rendered. */
export interface EmailContent {
  channel: 'email';
  to: string[];
  subject: string;
  html: string;
  text: string;
  /** Sender; when absent the account's own. */
  from?: string;
  senderName?: string;
  cc?: string[];
  bcc?: string[];
  replyTo?: string;
  headers?: Record<string, string>;
  attachments?: AttachedFile[];
  /** Pool of addresses to send from, where a provider has such. */
  ipPoolName?: string;
  /** What the provider shall give back with its reports, where it does. */
  customData?: Record<string, unknown>;
}

/** A text message, rendered. */
export interface SmsContent {
  channel: 'sms';
  to: string;
  /** Sender; when absent the account's own. */
  from?: string;
  body: string;
}

/** A push notification for one device, rendered. */
export interface PushContent {
  channel: 'push';
  /** The device, as the provider names it: a token, or for the push service of a browser its subscription as JSON. */
  token: string;
  title: string;
  body: string;
  data?: Record<string, unknown>;
}

/** Where a chat message goes. `token`: of the workspace it is in, where people have connected one. */
export type ChatTarget =
  | { kind: 'webhook'; url: string; /** Instead of the webhook's own. */ channel?: string }
  | { kind: 'channel'; id: string; /** Of Microsoft Teams. */ team?: string; token?: string }
  | { kind: 'user'; id: string; token?: string }
  | { kind: 'phone'; number: string };

/** A chat message, rendered. */
export interface ChatContent {
  channel: 'chat';
  target: ChatTarget;
  body: string;
}

/** An address that somebody has at a tool. */
export type ToolTarget =
  | { kind: 'key'; key: string; region: string }
  | {
      kind: 'url';
      url: string;
      token?: string;
      method?: 'POST' | 'PUT' | 'PATCH';
      headers?: Record<string, unknown>;
    };

/** A message for a service that is told of incidents, rendered. `target`: when absent the account's own address. */
export interface ToolContent {
  channel: 'tool';
  target?: ToolTarget;
  body: string;
}

export type Content = EmailContent | SmsContent | PushContent | ChatContent | ToolContent;
export type SendingChannel = Content['channel'];
