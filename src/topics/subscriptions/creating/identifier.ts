import { createHash } from 'node:crypto';

const MAX_LENGTH = 512;

/**
 * The identifier of a subscription that is given none: it follows from the topic, the subscriber and the contexts, so
 * that subscribing twice makes one subscription. One that would be too long ends in a digest of the whole.
 */
export function defaultIdentifier(topicKey: string, subscriberId: string, contextKeys: readonly string[]): string {
  const contexts = contextKeys.length > 0 ? `:ctx_${contextKeys.toSorted().join(',')}` : '';
  const identifier = `tk_${topicKey}:si_${subscriberId}${contexts}`;
  if (identifier.length <= MAX_LENGTH) return identifier;
  const digest = createHash('sha256').update(identifier).digest('hex');
  return `${wholeCharacters(identifier, MAX_LENGTH - digest.length - 1)}~${digest}`;
}

// A cut must not leave half of a surrogate pair.
function wholeCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
