/** Whether an email has dark colors of its own: it asks for the scheme of its reader, or says that it knows both. */
export function darkSchemeOf(html: string): 'own' | 'none' {
  const asks = /prefers-color-scheme\s*:\s*dark/i.test(html);
  const states = /<meta\s[^>]*color-scheme[^>]*\bdark\b/i.test(html) || /color-scheme\s*:[^;}"']*\bdark\b/i.test(html);
  return asks || states ? 'own' : 'none';
}
