import type { Readable } from 'node:stream';

/** A file attached to an email. */
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
  /** Pool of IP addresses to send from, for providers that have such pools. */
  ipPoolName?: string;
  /** Data that the provider includes in its reports, if it supports that. */
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
  /** The provider's id of the device: a token, or for Web Push the browser's subscription as JSON. */
  token: string;
  title: string;
  body: string;
  data?: Record<string, unknown>;
}

/** The target of a chat message. `token`: that of its workspace, if one is connected. */
export type ChatTarget =
  | { kind: 'webhook'; url: string; /** Replaces the webhook's own channel. */ channel?: string }
  | { kind: 'channel'; id: string; /** For Microsoft Teams. */ team?: string; token?: string }
  | { kind: 'user'; id: string; token?: string }
  | { kind: 'phone'; number: string };

/** A chat message, rendered. */
export interface ChatContent {
  channel: 'chat';
  target: ChatTarget;
  body: string;
}

/** A recipient's address at a tool. */
export type ToolTarget =
  | { kind: 'key'; key: string; region: string }
  | {
      kind: 'url';
      url: string;
      token?: string;
      method?: 'POST' | 'PUT' | 'PATCH';
      headers?: Record<string, unknown>;
    };

/** A message for an incident management tool, rendered. `target`: when absent, the account's own address. */
export interface ToolContent {
  channel: 'tool';
  target?: ToolTarget;
  body: string;
}

export type Content = EmailContent | SmsContent | PushContent | ChatContent | ToolContent;
export type SendingChannel = Content['channel'];
