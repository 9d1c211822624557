import { isUrl } from '#libs/url/is-url.js';
import { isObject } from '../../platform/values/is-object.js';
import type { JsonSchema } from '../steps/control-schema.js';
import type { AuthoredLink } from './authored-parts.js';
import type { StepFinding } from './finding.js';
import { replaceTags } from './template-tags.js';

/** Addresses of the service itself, of translations, and of the environment: they always lead somewhere (behaviour CS5). */
const OWN = /^(unsubscribeUrl$|preferencesUrl$|t\.|env\.|brand\.)/;
/** What comes from outside. Other names are those of the template itself, and are not followed. */
const DATA = /^(payload|subscriber|actor|context|steps|tenant|workflow|legacy)(\.|\[|$)/;
const OUTPUT = /^\{\{-?\s*([^|}\s]+)\s*(\|[\s\S]*?)?-?\}\}$/;
/** Hosts that documents use as examples (RFC 2606, RFC 6761), and this machine. */
const PLACEHOLDER = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)\.?$|^127\.|^0\.0\.0\.0$|^\[::1\]$/i;
const PERSON = /^(mailto|tel|sms):/i;

/** Returns why a link leads nowhere (behaviour CK4). `schema`: of the payload; what it requires always has a value. */
export function linkFinding(link: AuthoredLink, schema: JsonSchema | undefined): StepFinding | undefined {
  const { field, path } = link;
  const at = { field, ...(path !== undefined && { path }) };
  const label = link.label.trim() === '' ? 'A link' : `The link '${shortened(link.label)}'`;
  const found = problemOf(link, schema);
  return found && { ...found, ...at, message: `${label} ${found.message}` };
}

type Problem = Pick<StepFinding, 'code' | 'severity' | 'message'>;

function problemOf(link: AuthoredLink, schema: JsonSchema | undefined): Problem | undefined {
  const { isVariable, hasFallback, where } = link;
  const given = link.text.trim();
  const template = isVariable && given !== '' && !given.includes('{') ? `{{${given}}}` : given;
  if (template === '') return dead('has no address');
  const [, variable, filters = ''] = OUTPUT.exec(template) ?? [];
  if (variable !== undefined) return hasFallback ? undefined : variableProblem(variable, filters, schema);
  // What a text begins with decides where it leads, and a template may print any of it.
  if (/^\{[{%]/.test(template)) return undefined;
  const address = replaceTags(template, () => '1');
  if (address.startsWith('#')) return dead('leads to a place on the same page, where a message has none');
  if (PERSON.test(address)) {
    const recipient = address.slice(address.indexOf(':') + 1);
    if (recipient === '') return dead(`has the address '${address}' of nobody`);
    return given.includes('{') || isPerson(address)
      ? undefined
      : dead(`has the address '${shortened(given)}' of nobody`);
  }
  if (!/^[a-z][a-z\d+.-]*:/i.test(address)) {
    if (where === 'in_app' && address.startsWith('/')) return undefined;
    return where === 'blocks' && hasHost(address)
      ? placeholder(`https://${address}`)
      : dead(`has the relative address '${shortened(given)}'`);
  }
  // An app has schemes of its own.
  if (where === 'in_app' && !/^https?:/i.test(address)) return undefined;
  if (!/^https?:\/\/[^/]/i.test(address) || !isUrl(address) || new URL(address).hostname.includes('..'))
    return dead(`has the address '${shortened(given)}', which is none`);
  return placeholder(address);
}

/** Whether an address to write or call has a recipient. The sender chooses that of `mailto:?subject=…`. */
function isPerson(address: string): boolean {
  return /^mailto:(?:\?|[^?]*[^?@\s](?:@|%40)[^?@\s])/i.test(address) || /^(?:tel|sms):[^?]*\d/i.test(address);
}

function dead(message: string): Problem {
  return { code: 'link_dead', severity: 'error', message: `${message}. Enter the address of a page.` };
}

/** A host without a scheme, which blocks complete. */
function hasHost(address: string): boolean {
  return /^(?:[a-z\d](?:[a-z\d-]*)\.)+[a-z]{2,}(?:[/?#:].*)?$/i.test(address) && isUrl(`https://${address}`);
}

function placeholder(address: string): Problem | undefined {
  const { hostname } = new URL(address);
  if (!PLACEHOLDER.test(hostname)) return undefined;
  const message = `leads to the placeholder ${hostname}. Enter the address of a page that your readers can open.`;
  return { code: 'link_placeholder', severity: 'warning', message };
}

function variableProblem(name: string, filters: string, schema: JsonSchema | undefined): Problem | undefined {
  if (OWN.test(name) || !DATA.test(name) || /\|\s*default\s*:/.test(filters) || isRequired(schema, name.split('.')))
    return undefined;
  const message = `leads nowhere when '${name}' has no value. Give it a fallback, or require it in the payload schema.`;
  return { code: 'link_variable', severity: 'warning', message };
}

/** Whether a value at a path of the payload is there in every payload that fits the schema. Entries of lists are. */
function isRequired(schema: JsonSchema | undefined, [root, ...path]: readonly string[]): boolean {
  // The entry of a loop: there is one for each time.
  if (root === 'current') return true;
  if (root !== 'payload' || path.length === 0) return false;
  let at: JsonSchema | undefined = schema;
  for (const name of path) {
    // An entry of the list that a loop is over.
    while (at && isObject(at.items)) at = at.items;
    const { required, properties } = (at ?? {}) as { required?: unknown; properties?: Record<string, JsonSchema> };
    at = properties?.[name];
    // A default is filled in before anything is rendered (behaviour V4).
    const hasDefault = typeof at?.default === 'string' && at.default.trim() !== '';
    if (!hasDefault && !(Array.isArray(required) && required.includes(name))) return false;
  }
  return true;
}

const MAX_SHOWN = 60;

/** A text for a message, without line breaks. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}
