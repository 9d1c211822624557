import type { ChatTarget } from '#libs/providers/kit/content.js';
import { withoutKeys } from '#libs/providers/tool/tool-targets.js';
import { MASK } from '../platform/values/mask.js';
import type { KeptContent } from './outbox-message.schema.js';

/** A message without its secrets: no content of attachments, no token of a chat workspace, no keys of a tool. */
export function keptContent(content: KeptContent): KeptContent {
  if (content.channel === 'chat' && 'token' in content.target) {
    const { token: _token, ...target } = content.target;
    return { ...content, target };
  }
  if (content.channel === 'tool' && content.target) return { ...content, target: withoutKeys(content.target) };
  if (content.channel === 'push') {
    const { registeredAt: _at, ...rest } = content;
    return rest;
  }
  if (content.channel !== 'email') return content;
  const { attachments, ...rest } = content;
  if (!attachments) return rest;
  const files = attachments.map(({ name, mime, size }) => ({ name, ...(mime !== undefined && { mime }), size }));
  return { ...rest, attachments: files };
}

/** Content without what lets its reader send to the same place: no device, no address to which anybody may post. */
export function withoutAddressSecrets(content: KeptContent): KeptContent {
  switch (content.channel) {
    case 'push':
      return { ...content, token: MASK };
    case 'chat':
      return content.target.kind === 'webhook' ? { ...content, target: { ...content.target, url: MASK } } : content;
    case 'tool':
      return content.target?.kind === 'url' ? { ...content, target: { ...content.target, url: MASK } } : content;
    default:
      return content;
  }
}

const MAX_PREVIEW_LENGTH = 200;

/** Fields of a message in the list. */
interface Summary {
  recipients: string[];
  subject: string;
  preview: string;
}

/** The summary of a message in the list. */
export function summaryOf(content: KeptContent): Summary {
  switch (content.channel) {
    case 'email': {
      const recipients = [...new Set([...content.to, ...(content.cc ?? []), ...(content.bcc ?? [])])];
      return { recipients, subject: shortened(content.subject), preview: shortened(content.text) };
    }
    case 'sms':
      return { recipients: [content.to], ...linesOf(content.body) };
    case 'push':
      return {
        recipients: [content.token],
        subject: shortened(content.title),
        preview: shortened(content.body),
      };
    case 'chat':
      return { recipients: [placeOf(content.target)], ...linesOf(content.body) };
    case 'tool': {
      const { target } = content;
      return { recipients: target?.kind === 'url' ? [target.url] : [], ...linesOf(content.body) };
    }
  }
}

/** A destination in a chat as one text. */
function placeOf(target: ChatTarget): string {
  switch (target.kind) {
    case 'webhook':
      return target.url;
    case 'phone':
      return target.number;
    case 'channel':
    case 'user':
      return target.id;
  }
}

/** The first line as subject, the rest as preview. */
function linesOf(body: string): Pick<Summary, 'subject' | 'preview'> {
  const text = body.trim();
  const end = text.indexOf('\n');
  return end === -1
    ? { subject: shortened(text), preview: '' }
    : { subject: shortened(text.slice(0, end)), preview: shortened(text.slice(end)) };
}

/** The text on one line, cut to `MAX_PREVIEW_LENGTH` characters; a character is never split. */
function shortened(text: string): string {
  // The rest of a long text would be cut off anyway.
  const line = text
    .slice(0, 8 * MAX_PREVIEW_LENGTH)
    .trim()
    .replace(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length > MAX_PREVIEW_LENGTH ? `${characters.slice(0, MAX_PREVIEW_LENGTH).join('')}…` : line;
}
