import { NativeSelect } from '@mantine/core';

const NAMES = new Intl.DisplayNames(undefined, { type: 'language' });

/** `de_AT` as a name. */
export function languageName(locale: string): string {
  try {
    return NAMES.of(locale.replaceAll('_', '-')) ?? locale;
  } catch {
    return locale;
  }
}

interface LanguageSwitchProps {
  /** The chosen one; undefined for that of the person. */
  value: string | undefined;
  /** The languages that there are texts in. */
  locales: readonly string[];
  /** What no choice is called. */
  automatic?: string;
  onChange: (locale: string | undefined) => void;
}

/** Chooses the language of a preview; nothing where there are no translations. */
export function LanguageSwitch({ value, locales, automatic = 'Automatic', onChange }: LanguageSwitchProps) {
  if (locales.length === 0) return null;
  return (
    <NativeSelect
      label="Language"
      value={value ?? ''}
      data={[{ value: '', label: automatic }, ...locales.map((one) => ({ value: one, label: languageName(one) }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
