/** The languages of an environment. */
export class LocaleSettingsDto {
  /**
   * Language of texts that are not translated into that of their reader: the setting `DEFAULT_LOCALE`.
   * @example en_US
   */
  defaultLocale: string;

  /**
   * The other languages, in alphabetical order: those of the setting `TARGET_LOCALES`, and those that something of the
   * environment is translated into.
   * @example ["de_DE", "fr"]
   */
  targetLocales: string[];
}
