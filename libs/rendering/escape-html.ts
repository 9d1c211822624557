const special = /[&<>"']/g;
const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it must be written to appear unchanged in HTML, in an element as well as in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(special, (character) => replacements[character] ?? character);
}
