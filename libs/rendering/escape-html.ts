const special = /[&<>"']/g;
const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, both for the content of an element and for a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(special, (character) => replacements[character] ?? character);
}
