import { Code } from '@mantine/core';
import { Fragment } from 'react';

/** A text of the API, in which what stands between backticks is code. */
export function CodeWords({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? <Code key={index}>{part}</Code> : <Fragment key={index}>{part}</Fragment>,
    );
}
