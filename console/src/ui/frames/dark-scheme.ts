/** Whether an email has dark colors of its own: it asks for the scheme of its reader, or says that it knows both. */
export function darkSchemeOf(html: string): 'own' | 'none' {
  const asks = /prefers-color-scheme\s*:\s*dark/i.test(html);
  const states = /<meta\s[^>]*color-scheme[^>]*\bdark\b/i.test(html) || /color-scheme\s*:[^;}"']*\bdark\b/i.test(html);
  return asks || states ? 'own' : 'none';
}

/**
 * The email as readers of one scheme see it, whatever the scheme of the browser is: what its styles ask of the reader is
 * answered in their text.
 */
export function inScheme(html: string, isDark: boolean): string {
  const scheme = isDark ? 'dark' : 'light';
  return html
    .replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_asked, wanted: string) =>
      wanted.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replace(/(\bcolor-scheme\s*:\s*)(?:light\s+dark|dark\s+light)\b/gi, `$1${scheme}`)
    .replace(
      /(<meta\s[^>]*name\s*=\s*["']?color-scheme["']?[^>]*content\s*=\s*["']?)(?:light\s+dark|dark\s+light)\b/gi,
      `$1${scheme}`,
    );
}
