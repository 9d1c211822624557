/** The locale of these that a person reads: the same one, else one of the same language and script, else the first. */
export function localeFor(wanted: string | undefined, locales: readonly string[]): string | undefined {
  const person = wanted === undefined ? undefined : parse(wanted);
  if (!person) return locales[0];
  const of = (fits: (locale: Intl.Locale) => boolean): string | undefined =>
    locales.find((one) => {
      const locale = parse(one);
      return locale !== undefined && fits(locale);
    });
  const { language, script } = person.maximize();
  return (
    of((one) => one.toString() === person.toString()) ??
    of((one) => one.toString() === language) ??
    of((one) => one.maximize().language === language && one.maximize().script === script) ??
    locales[0]
  );
}

function parse(locale: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(locale.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
