import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

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

/** A document over several lines; one that has been edited here stays as it is. */
export function readableBlocks(text: string): string {
  return text.includes('\n') ? text : JSON.stringify(JSON.parse(text), null, 2);
}

/** Says what the JSON in an editor is. */
export function BlocksHint({ children }: { children?: ReactNode }): ReactNode {
  return (
    <>
      {children}
      <Text span display="block" size="xs" c="dimmed">
        This body was made in a block editor. It is edited as JSON here; the preview shows what it becomes.
      </Text>
    </>
  );
}
