import { escaped } from '../../platform/http/html.js';
import { letterOf, shownState, statedChannels } from './choice-form.js';
import type { ChoiceRow, ChoiceRows } from './choice-rows.js';
import { filled, LANGUAGES, type PageLanguage } from './page-language.js';
import type { ChoiceTexts } from './texts/choice-texts.js';

/** What the page has besides its sections. */
export interface PageNotes {
  /** Whose choices they are; undefined where no address is known. */
  person?: string;
  /** Whether the page was opened from a message, which may have been forwarded. */
  isFromMessage: boolean;
  isSaved: boolean;
  /** The form in which something is wrong. */
  wrongForm?: string;
  isWorkflowGone: boolean;
}

/** The top of the page: what it is, whose it is, and what has just happened. */
export function introHtml({ tag, texts }: PageLanguage, notes: PageNotes): string {
  const { person, isFromMessage, isSaved, wrongForm, isWorkflowGone } = notes;
  return `<div class="head"><h1>${escaped(texts.title)}</h1>${switchHtml(tag, texts)}</div>
${whoseHtml(texts, person, isFromMessage)}
${isSaved ? `<p class="note" role="status">${escaped(texts.saved)}</p>` : ''}
${wrongForm === undefined ? '' : `<p class="note wrong" role="alert"><a href="#${wrongForm}">${escaped(texts.notSaved)}</a></p>`}
${isWorkflowGone ? `<p class="note">${escaped(texts.workflowGone)}</p>` : ''}`;
}

/** Whose choices a page changes: the reader of a forwarded message is another person. */
export function whoseHtml(texts: ChoiceTexts, person: string | undefined, isFromMessage: boolean): string {
  return `${person === undefined ? '' : `<p class="soft">${escaped(filled(texts.whose, { person: isolated(person) }))}</p>`}
${isFromMessage ? `<p class="soft">${escaped(texts.forwarded)}</p>` : ''}`;
}

/** Addresses keep their direction in a sentence that is written from right to left. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A list of languages that opens without a script. */
export function switchHtml(current: string, texts: ChoiceTexts): string {
  const items = Object.entries(LANGUAGES).map(
    ([tag, { language }]) =>
      `<li><a href="?lang=${tag}" lang="${tag}" hreflang="${tag}"${tag === current ? ' aria-current="true"' : ''}>${escaped(language)}</a></li>`,
  );
  return `<details class="languages"><summary>${escaped(texts.languages)}: ${escaped(texts.language)}</summary>
<ul>${items.join('')}</ul></details>`;
}

/** A form of the page. Its fields are HTML. */
export function formHtml(name: string, language: string, fields: string): string {
  return `<form class="card" id="${name}" method="post" action="?lang=${language}">
<input type="hidden" name="form" value="${name}">
${fields}
</form>`;
}

/** The form with the channels of everything, of categories and of workflows. `opened`: the workflow of the message. */
export function rowsHtml(rows: ChoiceRows, { tag, texts }: PageLanguage, opened: string | undefined): string {
  const { everything, categories, others, necessary } = rows;
  if (categories.length === 0 && others.length === 0) {
    return `<section class="card"><p>${escaped(texts.nothing)}</p></section>${necessaryHtml(necessary, texts)}`;
  }
  const ofCategories = categories.map(({ row, workflows }) => {
    const isOpen = workflows.some(({ key }) => key === opened);
    return `<div class="group">${rowHtml(row, texts, 'main')}
<details${isOpen ? ' open' : ''}><summary>${escaped(texts.single)}</summary>
${workflows.map((one) => rowHtml(one, texts, 'inner')).join('\n')}</details></div>`;
  });
  const ofOthers = others.map((one) => rowHtml(one, texts, 'inner')).join('\n');
  const fields = `${rowHtml(everything, texts, 'main', texts.everythingAbout)}
${ofCategories.join('\n')}
${ofOthers && `<div class="group"><h2>${escaped(texts.others)}</h2>${ofOthers}</div>`}
<p><button>${escaped(texts.save)}</button></p>`;
  return formHtml('choices', tag, fields) + necessaryHtml(necessary, texts);
}

function rowHtml(row: ChoiceRow, texts: ChoiceTexts, kind: 'main' | 'inner', about?: string): string {
  const key = escaped(row.key);
  const boxes = statedChannels(row.channels).map(
    ([channel, isOn]) =>
      `<label><input type="checkbox" name="${key}" value="${letterOf(channel)}"${isOn ? ' checked' : ''}> ${escaped(texts.channels[channel])}</label>`,
  );
  return `<fieldset class="${kind}"><legend><bdi>${escaped(row.label)}</bdi></legend>
${about === undefined ? '' : `<p class="soft">${escaped(about)}</p>`}
<input type="hidden" name="was" value="${escaped(shownState(row))}">
<div class="boxes">${boxes.join('\n')}</div></fieldset>`;
}

function necessaryHtml(rows: readonly ChoiceRow[], texts: ChoiceTexts): string {
  if (rows.length === 0) return '';
  const items = rows.map(({ label, channels }) => {
    const names = statedChannels(channels).flatMap(([channel, isOn]) => (isOn ? [texts.channels[channel]] : []));
    return `<li><strong><bdi>${escaped(label)}</bdi></strong> <span class="soft">${escaped(names.join(', '))}</span></li>`;
  });
  return `<section class="card"><h2>${escaped(texts.necessary)}</h2>
<p class="soft">${escaped(texts.necessaryAbout)}</p>
<ul class="plain">${items.join('\n')}</ul></section>`;
}

/** A message below a field that is wrong. */
export function problemHtml(id: string, problem: string | undefined): string {
  return problem === undefined ? '' : `<p class="problem" id="${id}">${escaped(problem)}</p>`;
}

/** Attributes of a field with a message of {@link problemHtml}. */
export function problemAttributes(id: string, problem: string | undefined): string {
  return problem === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}"`;
}
