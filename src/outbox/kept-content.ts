import { withoutKeys } from '#libs/providers/tool/tool-targets.js';
import type { KeptContent } from './outbox-message.schema.js';

/**
 * What is kept of a message: of attachments no content, of a place in a chat not the token that opens its workspace, of an
 * address at a tool nothing that opens it.
 */
export function keptContent(content: KeptContent): KeptContent {
  if (content.channel === 'chat' && 'token' in content.target) {
    const { token: _token, ...target } = content.target;
    return { ...content, target };
  }
  if (content.channel === 'tool' && content.target) return { ...content, target: withoutKeys(content.target) };
  if (content.channel !== 'email') return content;
  const { attachments, ...rest } = content;
  if (!attachments) return rest;
  const files = attachments.map(({ name, mime, size }) => ({ name, ...(mime !== undefined && { mime }), size }));
  return { ...rest, attachments: files };
}
