/** The language of a page, as BCP 47 has it, and the direction of its text. */
interface PageLanguage {
  language?: string;
  direction?: 'ltr' | 'rtl';
}

/**
 * Returns the start of the HTML of every page, up to its title: UTF-8, as wide as the screen, light or dark like the
 * browser. The rest of the head follows. The title is HTML, so text from outside must be escaped.
 */
export function htmlStart(title: string, { language = 'en', direction }: PageLanguage = {}): string {
  return `<!doctype html>
<html lang="${escaped(language)}"${direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>`;
}

/** Escapes a text for HTML and for quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
