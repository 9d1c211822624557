/** Whether a text is what a block editor stores, which is no HTML. */
export function isBlockDocument(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && 'type' in parsed;
  } catch {
    return false;
  }
}
