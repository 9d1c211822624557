const NAMES = new Intl.DisplayNames(undefined, { type: 'language' });

/** `de_AT` as a name. */
export function languageName(locale: string): string {
  try {
    return NAMES.of(locale.replaceAll('_', '-')) ?? locale;
  } catch {
    return locale;
  }
}
