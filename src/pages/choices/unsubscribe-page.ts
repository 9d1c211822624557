import { escaped } from '../../platform/http/html.js';
import type { UnsubscribeTarget, Unsubscription } from '../../preferences/links/unsubscribing.service.js';
import { switchHtml, whoseHtml } from './choice-html.js';
import { CHOICE_STYLES } from './choice-styles.js';
import type { ChoiceNames } from './choice-rows.js';
import { maskedAddress } from './masked-address.js';
import type { ChoicePage, PageBrand } from './page-frame.js';
import { filled, type PageLanguage } from './page-language.js';

/** What the form of the page sends, and programs that unsubscribe with one click (RFC 8058) do not. */
export const FORM = 'page';

/** How the page speaks and looks. */
export interface UnsubscribeLook {
  language: PageLanguage;
  brand?: PageBrand;
  names: ChoiceNames;
}

/** The page of a link to unsubscribe: it asks, or says what was done. `choices`: the address of all choices of the person. */
export function unsubscribePage(
  target: UnsubscribeTarget,
  look: UnsubscribeLook,
  { isDone, choices }: { isDone: boolean; choices?: string },
): ChoicePage {
  const { texts } = look.language;
  switch (target.kind) {
    case 'unknown':
      return page(look, texts.unknown.title, texts.unknown.about, { status: 404 });
    case 'sample':
      return page(look, texts.sample.title, texts.sample.about);
    case 'gone':
      return page(look, texts.unsubscribe.title, texts.unsubscribe.gone, { status: isDone ? 200 : 410 });
    case 'critical': {
      const name = look.names.workflow(target.workflow);
      return page(look, texts.unsubscribe.title, filled(texts.unsubscribe.necessary, { name }));
    }
    case 'open': {
      const more =
        choices && `<p class="more"><a href="${escaped(choices)}">${escaped(texts.unsubscribe.choices)}</a></p>`;
      const whose = whoseHtml(texts, maskedAddress(target.subscriber), true);
      if (isDone) return page(look, texts.unsubscribe.title, sentence(target, look, 'done'), { whose, more });
      const form =
        `<form method="post"><input type="hidden" name="from" value="${FORM}">` +
        `<button type="submit">${escaped(texts.unsubscribe.button)}</button></form>`;
      return page(look, texts.unsubscribe.title, sentence(target, look, 'ask'), { whose, form, more });
    }
  }
}

/** What the person is asked, or told: it names the category or the workflow, and the channel. */
export function sentence(
  { category, workflow, targets, claims }: Unsubscription,
  { language: { texts }, names }: UnsubscribeLook,
  which: 'ask' | 'done',
): string {
  const own = workflow ? names.workflow(workflow) : '';
  const name = category === undefined ? own : names.category(category, targets);
  const channel = claims.channel ? texts.channels[claims.channel] : texts.everything;
  return filled(texts.unsubscribe[which], { name, channel });
}

/** `whose`, `form` and `more` are HTML. */
function page(
  { language, brand }: UnsubscribeLook,
  title: string,
  text: string,
  { status, whose = '', form = '', more = '' }: { status?: number; whose?: string; form?: string; more?: string } = {},
): ChoicePage {
  return {
    title,
    language: language.tag,
    direction: language.direction,
    styles: CHOICE_STYLES,
    ...(brand && { brand }),
    ...(status !== undefined && { status }),
    body: `<div class="head"><h1>${escaped(title)}</h1>${switchHtml(language.tag, language.texts)}</div>\n${whose}\n<div class="card">\n<p>${escaped(text)}</p>\n${form}\n</div>\n${more}`,
  };
}
