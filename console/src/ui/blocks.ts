/** What a message made of blocks begins with: an empty text. */
export const EMPTY_BLOCKS = '{"type":"doc","content":[{"type":"paragraph"}]}';

/** Whether a body is the document of a block editor: a JSON object of type `doc`. */
export function isBlocks(text: string): boolean {
  if (!/^\s*\{\s*"/.test(text)) return false;
  try {
    const document = JSON.parse(text) as { type?: unknown; content?: unknown };
    return document.type === 'doc' && Array.isArray(document.content);
  } catch {
    return false;
  }
}

/** Whether nothing has been written in a document yet. */
export function isEmptyBlocks(text: string): boolean {
  const { content } = JSON.parse(text) as { content: ({ type?: unknown; content?: unknown } | null)[] };
  return content.every((node) => node?.type === 'paragraph' && node.content === undefined);
}
