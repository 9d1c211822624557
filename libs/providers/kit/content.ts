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

/** What content of every channel may have. */
interface Timely {
  /** Providers need not deliver it later than this; those that cannot be told deliver it whenever they can. */
  expiresAt?: Date;
}

/** An email, rendered. */
export interface EmailContent extends Timely {
  channel: 'email';
  /** Recipients, here and in `cc`, `bcc` and `replyTo`: an address, or `"Name" <address>`. */
  to: string[];
  subject: string;
  html: string;
  text: string;
  /** Sender; when absent the account's own. */
  from?: string;
  senderName?: string;
  cc?: string[];
  bcc?: string[];
  /**
   * The addresses among them that get the email this time, when others already have it. Where the protocol allows that
   * (SMTP), its headers name all recipients; other services get these recipients alone.
   */
  only?: readonly string[];
  replyTo?: string;
  headers?: Record<string, string>;
  attachments?: AttachedFile[];
  /** Pool of IP addresses to send from, for providers that have such pools. */
  ipPoolName?: string;
  /** Data that the provider includes in its reports, if it supports that. */
  customData?: Record<string, unknown>;
}

/** A text message, rendered. */
export interface SmsContent extends Timely {
  channel: 'sms';
  to: string;
  /** Sender; when absent the account's own. */
  from?: string;
  body: string;
}

/** A push notification for one device, rendered. */
export interface PushContent extends Timely {
  channel: 'push';
  /** The provider's id of the device: a token, or for Web Push the browser's subscription as JSON. */
  token: string;
  title: string;
  body: string;
  data?: Record<string, unknown>;
  /** For the app alone, which is woken; nothing is shown. */
  silent?: true;
  /** When the device was registered, for services that say since when they no longer know it. */
  registeredAt?: Date;
}

/** The target of a chat message. `token`: that of its workspace, if one is connected. */
export type ChatTarget =
  | { kind: 'webhook'; url: string; /** Replaces the webhook's own channel. */ channel?: string }
  | { kind: 'channel'; id: string; /** For Microsoft Teams. */ team?: string; token?: string }
  | { kind: 'user'; id: string; token?: string }
  | { kind: 'phone'; number: string };

/** A chat message, rendered. */
export interface ChatContent extends Timely {
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
export interface ToolContent extends Timely {
  channel: 'tool';
  target?: ToolTarget;
  body: string;
}

export type Content = EmailContent | SmsContent | PushContent | ChatContent | ToolContent;
export type SendingChannel = Content['channel'];

/** An address and its name. */
export interface Mailbox {
  email: string;
  name?: string;
}

/** Reads an address that may have a name before it, in quotes or without. */
export function mailboxOf(text: string): Mailbox {
  const [, quoted, bare, email] = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^<"]*?))\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  if (email === undefined) return { email: text };
  const name = quoted?.replace(/\\(.)/g, '$1') ?? bare;
  return { email: email.trim(), ...(name && { name }) };
}

/** The last part of a path, which is all that mail programs may see of it. */
function fileName(path: string): string {
  return path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/s, '') || 'attachment';
}

/** An email as services get it: only to the addresses that shall get it, and files without paths. */
export function addressed<C extends Content>(content: C): C {
  if (content.channel !== 'email') return content;
  const { only, to, cc, bcc, attachments, ...rest } = content;
  const kept = (list: string[] = []): string[] => list.filter((one) => !only || only.includes(mailboxOf(one).email));
  const [first, second, hidden] = [kept(to), kept(cc), kept(bcc)];
  // Services need somebody in "To".
  if (only && first.length === 0) first.push(...(second.length > 0 ? second.splice(0) : hidden.splice(0, 1)));
  return {
    ...rest,
    to: first,
    ...(cc && { cc: second }),
    ...(bcc && { bcc: hidden }),
    ...(attachments && {
      attachments: attachments.map((file) => ({ ...file, name: fileName(file.name) })),
    }),
  } as unknown as C;
}
