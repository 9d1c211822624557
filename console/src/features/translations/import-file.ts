import { canonicalLocale } from '../../../../libs/rendering/translations/locales';

/** The chosen files as one that has all languages. JSON files that are named after their language become its members. */
export async function oneFile(files: readonly File[]): Promise<File> {
  const [first, ...others] = files;
  const named = files.map((file) => ({ file, locale: canonicalLocale(file.name.replace(/\.json$/i, '')) }));
  const isEach = named.every(({ file, locale }) => locale !== undefined && /\.json$/i.test(file.name));
  if (!isEach) {
    if (others.length === 0) return first!;
    throw new Error('Choose one file with all languages, or JSON files named after their language');
  }
  const members = await Promise.all(
    named.map(async ({ file, locale }) => `${JSON.stringify(locale)}: ${(await file.text()).replace(/^\ufeff/, '')}`),
  );
  return new File([`{${members.join(',\n')}}`], files.map(({ name }) => name).join(', '));
}
