import type { ChatTarget } from '#libs/providers/kit/content.js';
import type { KeptContent } from './outbox-message.schema.js';

const MAX_PREVIEW_LENGTH = 200;

/** What a list shows of a message. */
export interface Summary {
  recipients: string[];
  subject: string;
  preview: string;
}

/** A message in a few words. */
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

/** A place in a chat, in one word. */
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

/** The first line, and what follows. */
function linesOf(body: string): Pick<Summary, 'subject' | 'preview'> {
  const text = body.trim();
  const end = text.indexOf('\n');
  return end === -1
    ? { subject: shortened(text), preview: '' }
    : { subject: shortened(text.slice(0, end)), preview: shortened(text.slice(end)) };
}

/** In one line, and not too long a one; never half of a character. */
function shortened(text: string): string {
  // Much of a long text need not be looked at.
  const line = text
    .slice(0, 8 * MAX_PREVIEW_LENGTH)
    .trim()
    .replace(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length > MAX_PREVIEW_LENGTH ? `${characters.slice(0, MAX_PREVIEW_LENGTH).join('')}…` : line;
}
