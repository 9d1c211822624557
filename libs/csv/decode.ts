/** Characters at the beginning that tell UTF-16 without a byte order mark. */
const LOOKED_AT = 200;

/**
 * Returns the text of a file of a spreadsheet: UTF-8, or UTF-16 in either order, with or without a byte order mark. Undefined
 * for other encodings.
 */
export function decodeSheet(file: Buffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(file), { fatal: true }).decode(file);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function encodingOf(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  const zeros = [...file.subarray(0, LOOKED_AT)].flatMap((byte, at) => (byte === 0 ? [at % 2] : []));
  if (zeros.length === 0) return 'utf-8';
  return zeros[0] === 1 ? 'utf-16le' : 'utf-16be';
}
