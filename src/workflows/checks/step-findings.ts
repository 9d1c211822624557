import { Parser } from 'htmlparser2';
import type { Task } from '#libs/computation/task.js';
import { textOf } from '#libs/rendering/blocks/attributes.js';
import { isBlockDocument } from '#libs/rendering/blocks/document.js';
import { analysisCost } from '#libs/rendering/render-limits.js';
import type { ControlIssue } from '../issues/issue.js';
import { renderedTexts } from '../issues/variable-references.js';
import type { JsonSchema } from '../steps/control-schema.js';
import type { StepParts } from '../steps/step-variables.js';
import { type AuthoredImage, type AuthoredLink, type AuthoredParts, authoredParts, partsOf } from './authored-parts.js';
import { faintTexts, SILENT } from './contrast.js';
import type { StepFinding } from './finding.js';
import { issueFinding } from './issue-findings.js';
import { linkFinding, shortened } from './links.js';
import { textFindings, type UsedText } from './translation-findings.js';
import { type KnownVariables, variableFindings } from './variable-findings.js';

/** Gmail shows no more of an email than this, and hides what follows: https://support.google.com/a/answer/9157861. */
const GMAIL_BYTES = 102 * 1024;

/** A step as it is checked, as plain data. */
export interface CheckedContent extends Pick<StepParts, 'type' | 'controlValues'> {
  issues: readonly ControlIssue[];
  payloadSchema?: JsonSchema;
  /** The layout of an email. */
  layout?: { layoutId: string; body: string };
  /** The variables of the environment that it is sent in. */
  variables?: KnownVariables;
  /** The translations that it looks up. */
  texts?: readonly UsedText[];
  /** Those that its layout looks up. */
  textsOfLayout?: readonly UsedText[];
  /** JSON Schema of the variables that it can use. */
  scope?: JsonSchema;
  /** An email as it is sent, rendered with sample data. */
  html?: string;
  /** Addresses of which an email must have one: that of a subscription, those by which readers unsubscribe. */
  unsubscribe?: readonly string[];
}

/** Returns everything that is found in one step (behaviour CK2 to CK8). */
export function stepFindings(step: CheckedContent): StepFinding[] {
  const { controlValues, payloadSchema, layout, variables, texts = [], textsOfLayout = [], html, unsubscribe } = step;
  const ofStep = authoredFindings(authoredParts(step), payloadSchema, texts);
  // A link that is refused, too, is told once: as a link.
  const links = ofStep.filter(isOfLink);
  const isTold = ({ code, field, path, message }: StepFinding): boolean =>
    links.some((link) =>
      path === undefined
        ? code === 'url_invalid' && link.field === field
        : link.path === path && /^a (link|button) needs/i.test(message),
    );
  const issues = step.issues.map(issueFinding).filter((one) => !isTold(one));
  const ofLayout = layout
    ? [
        ...authoredFindings(
          partsOf(layout.body, 'layoutId', isBlockDocument(layout.body)),
          payloadSchema,
          textsOfLayout,
        ),
        ...(variables ? variableFindings([{ field: 'layoutId', text: layout.body }], variables) : []),
      ]
    : [];
  return [
    ...issues,
    ...ofStep,
    ...(variables ? variableFindings(renderedTexts(controlValues), variables) : []),
    ...(variables ? inTexts([...texts, ...textsOfLayout], variables) : []),
    ...textFindings(texts, step.scope),
    ...textFindings(textsOfLayout),
    ...ofLayout.map(({ path: _inLayout, message, ...one }) => ({
      ...one,
      message: `Layout '${layout!.layoutId}': ${message}`,
    })),
    ...(html === undefined ? [] : mailFindings(html, unsubscribe)),
    ...(html === undefined ? [] : emptyFinding(textOf(controlValues['body']), layout ? undefined : html)),
  ];
}

function isOfLink({ code }: StepFinding): boolean {
  return code.startsWith('link_');
}

function authoredFindings(
  { links, images }: AuthoredParts,
  schema: JsonSchema | undefined,
  texts: readonly UsedText[],
): StepFinding[] {
  const led = links.flatMap((link) => translated(link, texts));
  return [...led.flatMap((link) => linkFinding(link, schema) ?? []), ...images.flatMap(imageFinding)];
}

/** A link whose address is a translation, in each language. */
function translated(link: AuthoredLink, texts: readonly UsedText[]): AuthoredLink[] {
  const [, key] = /^\{\{-?\s*t\.([\w.-]+)\s*-?\}\}$/.exec(link.text.trim()) ?? [];
  const own = texts.filter((one) => one.key === key);
  return own.length === 0 ? [link] : own.map(({ text }) => ({ ...link, text }));
}

/** Variables of the environment that translations print. */
function inTexts(texts: readonly UsedText[], variables: KnownVariables): StepFinding[] {
  const printed = texts.map(({ text }) => ({ field: '', text }));
  return variableFindings(printed, variables).map(({ field: _none, ...one }) => one);
}

/** Behaviour CK5. */
function imageFinding({ field, path, src, alt }: AuthoredImage): StepFinding[] {
  if (alt !== undefined) return [];
  const name = shortened(src.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  const which = name === '' ? 'An image' : `The image '${name}'`;
  const message = `${which} has no alternative text. Say in a few words what it shows.`;
  return [
    { code: 'alternative_text_missing', severity: 'warning', field, ...(path !== undefined && { path }), message },
  ];
}

/** What is only seen in the whole email: its contrasts, its size, and whether readers can unsubscribe. */
function mailFindings(html: string, unsubscribe: readonly string[] | undefined): StepFinding[] {
  const faint = faintTexts(html).map(({ text, contrast, colour, background }): StepFinding => {
    const message = `The text '${text}' is hard to read: ${colour} on ${background} has a contrast of ${contrast}:1.`;
    return { code: 'contrast_low', severity: 'warning', field: 'body', message };
  });
  return [...faint, ...sizeFinding(html), ...unsubscribeFinding(html, unsubscribe)];
}

/** Behaviour CK7. */
function sizeFinding(html: string): StepFinding[] {
  const bytes = Buffer.byteLength(html);
  if (bytes <= GMAIL_BYTES) return [];
  const message = `The email has ${Math.ceil(bytes / 1024)} KB. Gmail cuts it at 102 KB: shorten it.`;
  return [{ code: 'size_large', severity: 'warning', field: 'body', message }];
}

/** Behaviour CK8. */
function unsubscribeFinding(html: string, addresses: readonly string[] | undefined): StepFinding[] {
  if (!addresses) return [];
  const { links, text } = seenIn(html);
  if (addresses.some((address) => text.includes(address) || links.some((link) => link.includes(address)))) return [];
  const message =
    'The email of a subscription has no link to unsubscribe. Link to {{unsubscribeUrl}} in its footer or its layout.';
  return [{ code: 'unsubscribe_missing', severity: 'error', field: 'body', message }];
}

/** Behaviour CK3. `html`: the email; undefined when it has a layout, which has texts of its own. */
function emptyFinding(body: string, html: string | undefined): StepFinding[] {
  const at = { code: 'value_missing', field: 'body' } as const;
  const { text, images } = seenIn(html ?? body);
  if (images > 0 || text.trim() !== '') return [];
  const message = 'The email is empty. Write a text, or add an image.';
  if (body.trim() === '') return [{ ...at, severity: 'error', message }];
  return [{ ...at, severity: 'warning', message: 'With the sample data, the email is empty. Look at its conditions.' }];
}

/** What readers see of an email: not its comments, its title and its styles. */
function seenIn(html: string): { links: string[]; text: string; images: number } {
  const seen = { links: new Array<string>(), text: '', images: 0 };
  let silent = 0;
  const parser = new Parser(
    {
      onopentag(name, { href, background }) {
        if (SILENT.test(name)) silent += 1;
        if ((name === 'a' || name === 'area') && href !== undefined) seen.links.push(href);
        if (name === 'img' || background !== undefined) seen.images += 1;
      },
      ontext(text) {
        if (silent === 0) seen.text += text;
      },
      onclosetag(name) {
        if (SILENT.test(name)) silent -= 1;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return seen;
}

/** Looks at the steps of a workflow. */
export const findingsTask: Task<CheckedContent[], StepFinding[][]> = {
  name: 'findings',
  run(steps, allowance) {
    allowance.spend(analysisCost(steps));
    return steps.map(stepFindings);
  },
  ended: (why) => [[{ code: 'rendering_failed', severity: 'error', message: `Looking at the workflow ${why}.` }]],
};
