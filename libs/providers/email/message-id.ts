/** The Message-ID of an email (RFC 5322): the same for every attempt, so that a repetition can be recognized. */
export function messageIdOf(key: string, sender: string): string {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).trim();
  return `<${key}@${domain === '' ? 'localhost' : domain}>`;
}
