const BLOCK = /(?:^<!-- paste: (?<note>.*?) -->\n\n)?^```(?<language>sh|js)\n(?<code>.*?)^```$/gms;

/**
 * The blocks of code that a reader of a page would paste, in their order. A comment before a block says what is special:
 * `<!-- paste: in the background -->`, or `<!-- paste: elsewhere, REASON -->` when another test proves it.
 */
export function pageBlocks(markdown) {
  return [...markdown.matchAll(BLOCK)].map(({ index, groups }) => ({
    line: markdown.slice(0, index + (groups.note === undefined ? 0 : groups.note.length)).split('\n').length,
    language: groups.language,
    code: groups.code,
    note: groups.note,
  }));
}
