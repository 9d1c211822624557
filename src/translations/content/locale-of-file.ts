import { canonicalLocale } from '#libs/rendering/translations/locales.js';

/** The language that a file is named after: `en_US.json` holds texts in `en_US`. Undefined for other names. */
export function localeOfFile(name: string): string | undefined {
  return canonicalLocale(name.replace(/\.json$/i, ''));
}
