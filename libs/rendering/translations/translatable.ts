import { TemplateError } from '../template-error.js';
import { templateVariables } from '../template-variables.js';

/** Names that mean something only where they stand: translations, the body in a layout, entries of outer loops. */
const BOUND = /^(?:t|content|body|outer\d+)$/;

/**
 * Whether a template can be a text of its own: it has words, prints the same there, and cannot become empty, which would print
 * its key. Tags such as `if` stay where they are.
 *
 * @param words Its own text, with or without what variables print.
 */
export function isTranslatable(template: string, words: string): boolean {
  const own = words.replaceAll(/\{\{[\s\S]*?\}\}/g, '');
  if (template.includes('{%') || !/\p{L}/u.test(own)) return false;
  try {
    return templateVariables(template).every(([name = '']) => !BOUND.test(name));
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}
