import { analysisTemplate } from '#libs/rendering/blocks/email.js';
import { BlockDocumentError, isBlockDocument } from '#libs/rendering/blocks/document.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import type { ControlText } from '../issues/variable-references.js';
import type { StepFinding } from './finding.js';
import { tagsIn } from './template-tags.js';

/** The variables that have a value where a workflow is sent, and the name of that environment. */
export interface KnownVariables {
  environment: string;
  keys: readonly string[];
}

const OUTPUT = /^\{\{-?\s*env\.([\w-]+)\s*(\|[\s\S]*)?-?\}\}$/;

/**
 * Returns the variables of the environment that texts print and that have no value there (behaviour CK11). One with a
 * fallback, and one that the same text asks for in a condition, may be missing.
 */
export function variableFindings(texts: readonly ControlText[], { environment, keys }: KnownVariables): StepFinding[] {
  const known = new Set(keys);
  return texts.flatMap(({ field, text }) =>
    [...printed(text)]
      .filter((key) => !known.has(key))
      .map((key): StepFinding => {
        const message = `${environment} has no value for the variable 'env.${key}'. Add one, or give it a fallback.`;
        return { code: 'variable_unknown', severity: 'error', field, message };
      }),
  );
}

function printed(text: string): Set<string> {
  if (!text.includes('env.')) return new Set();
  const tags = tagsIn(templateOf(text));
  const asked = tags.filter((tag) => tag.startsWith('{%')).join(' ');
  const found = new Set<string>();
  for (const tag of tags) {
    const [, key, filters = ''] = OUTPUT.exec(tag) ?? [];
    if (key === undefined || /\|\s*default\s*:/.test(filters)) continue;
    if (!asked.split(/[^\w.-]+/).includes(`env.${key}`)) found.add(key);
  }
  return found;
}

/** A document of blocks as the template that it is. One that cannot be read is an issue of its step. */
function templateOf(text: string): string {
  if (!isBlockDocument(text)) return text;
  try {
    return analysisTemplate(text);
  } catch (error) {
    if (error instanceof BlockDocumentError || error instanceof TemplateError) return '';
    throw error;
  }
}
