import { escapeHtml } from '../escape-html.js';
import { isTemplate } from '../liquid-engine.js';
import { imageAddress, linkAddress } from './addresses.js';
import { type Attributes, isSet, textOf } from './attributes.js';
import { type Loops, outputOf, templateText } from './expressions.js';

/** A colour or another value of a style; those that are undefined are left out. */
export type Styles = Readonly<Record<string, string | undefined>>;

/** Markup is written as templates: texts escaped, what comes from data as outputs. */
export type Template = string;

/** Returns an opening tag. The values are templates that are already safe inside of quotes. */
export function tag(name: string, attributes: Styles, styles: Styles = {}): Template {
  const style = Object.entries(styles)
    .flatMap(([property, value]) => (value === undefined ? [] : `${property}:${value}`))
    .join(';');
  const written = Object.entries({ ...attributes, ...(style !== '' && { style }) })
    .flatMap(([key, value]) => (value === undefined ? [] : ` ${key}="${value}"`))
    .join('');
  return `<${name}${written}>`;
}

/** Returns the opening tags of a table of one row for layout. */
export function frame(attributes: Styles, styles: Styles, cell: Styles, cellStyles: Styles): Template {
  const table = { role: 'presentation', cellpadding: '0', cellspacing: '0', border: '0', ...attributes };
  return `${tag('table', table, styles)}<tr>${tag('td', cell, cellStyles)}`;
}

/** The closing tags of {@link frame}. */
export const FRAME_END = '</td></tr></table>';

/** A row as wide as the text, with space below it. */
export function row(align: string, space: string, styles: Styles = {}): Template {
  return frame({ width: '100%' }, { width: '100%' }, { align }, { padding: `0 0 ${space} 0`, ...styles });
}

/** Returns a text that is none of a template, for between tags and for attributes. */
export function literal(text: string): Template {
  return escapeHtml(text).replaceAll('{', '&#123;');
}

/** Returns a text between tags. Spaces in a row are kept. */
export function contentText(text: string, loops: Loops): Template {
  return templateText(text, loops, (part) =>
    escapeHtml(part).replace(/ {2,}/g, (spaces) => `${'&nbsp;'.repeat(spaces.length - 1)} `),
  );
}

/** Returns the template of an attribute that may be a variable. */
function attributeTemplate(attrs: Attributes, name: string, flag: string, loops: Loops): Template {
  const text = textOf(attrs[name]);
  return isSet(attrs[flag]) && text !== '' ? outputOf(text, attrs, loops) : templateText(text, loops, (part) => part);
}

/** Returns the name of the attribute that states that another one is a variable: `isUrlVariable` for `url`. */
function flagOf(name: string): string {
  return `is${name.charAt(0).toUpperCase()}${name.slice(1)}Variable`;
}

/** Returns an attribute of a node as text between tags. */
export function attributeContent(attrs: Attributes, name: string, loops: Loops): Template {
  const text = textOf(attrs[name]);
  return isSet(attrs[flagOf(name)]) && text !== '' ? outputOf(text, attrs, loops) : contentText(text, loops);
}

/** Returns an attribute of a node as the value of an attribute. */
export function attributeText(attrs: Attributes, name: string, loops: Loops): Template {
  const text = attributeTemplate(attrs, name, flagOf(name), loops);
  return isTemplate(text) ? `{% safe text %}${text}{% endsafe %}` : escapeHtml(text);
}

/** Checked addresses by kind. */
const ADDRESSES = { link: linkAddress, image: imageAddress };

/**
 * Returns an attribute of a node as an address. A fixed one is checked now, one that comes from data once it is rendered.
 * Undefined when there is none, or a fixed one is of no use.
 *
 * @param flag Name of the attribute that states that this one is a variable.
 */
export function attributeAddress(
  kind: keyof typeof ADDRESSES,
  attrs: Attributes,
  name: string,
  loops: Loops,
  flag = flagOf(name),
): Template | undefined {
  // Editors put a scheme before a variable.
  const isVariable = isSet(attrs[flag]);
  const given = textOf(attrs[name]);
  const named = isVariable ? { ...attrs, [name]: given.replace(/^https?:\/\/(?!.*\{\{)/, '') } : attrs;
  const text = attributeTemplate(named, name, flag, loops).trim();
  if (text === '') return undefined;
  if (isTemplate(text)) return `{% safe ${kind} %}${text}{% endsafe %}`;
  const address = ADDRESSES[kind](text);
  return address === undefined ? undefined : escapeHtml(address);
}

/** Returns whether an attribute has a fixed address that is of no use. */
export function isUselessAddress(
  kind: keyof typeof ADDRESSES,
  attrs: Attributes,
  name: string,
  flag?: string,
): boolean {
  return textOf(attrs[name]).trim() !== '' && attributeAddress(kind, attrs, name, [], flag) === undefined;
}
