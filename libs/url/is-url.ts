/**
 * Whether a text is an address, alone or relative to `base`. In place of `URL.canParse`, which on Node 20 and 22, after some
 * thousand calls, refuses every address with a letter such as ü.
 */
export function isUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}
