const WIDTH = 64;

/** Lines of text in a frame with a title. Long ones are broken between words. */
export function card(title: string, lines: readonly string[]): string[] {
  const heading = `─ ${title} `;
  return [
    `  ┌${heading.padEnd(WIDTH, '─')}┐`,
    ...lines.flatMap((line) => broken(line)).map((line) => `  │ ${line.padEnd(WIDTH - 2)} │`),
    `  └${'─'.repeat(WIDTH)}┘`,
  ];
}

function broken(line: string): string[] {
  const rows = [''];
  for (const word of line.split(' ')) {
    const row = rows.at(-1)!;
    if (row === '' || row.length + word.length + 1 <= WIDTH - 2)
      rows[rows.length - 1] = row === '' ? word : `${row} ${word}`;
    else rows.push(word);
  }
  return rows;
}
