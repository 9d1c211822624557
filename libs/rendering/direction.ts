/** The scripts of living languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** In which direction a language is written; `auto`, where none is known, follows the letters of a text. */
export function directionOf(locale: string | undefined): 'ltr' | 'rtl' | 'auto' {
  if (locale === undefined) return 'auto';
  try {
    const { script } = new Intl.Locale(locale.replaceAll('_', '-')).maximize();
    return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'auto';
  }
}
