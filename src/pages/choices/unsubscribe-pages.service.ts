import { Injectable } from '@nestjs/common';
import type { ConsentOrigin } from '../../preferences/consents/consent.schema.js';
import { ContextsService } from '../../contexts/contexts.service.js';
import { Config } from '../../platform/config/config.js';
import { PREFERENCES_PATH } from '../../preferences/links/message-links.service.js';
import { type UnsubscribeTarget, Unsubscribing } from '../../preferences/links/unsubscribing.service.js';
import { TranslationsService } from '../../translations/translations.service.js';
import { namesFrom } from './choice-names.js';
import { brandOf } from './page-brand.js';
import type { ChoicePage } from './page-frame.js';
import { languageFor } from './page-language.js';
import type { ReaderWishes } from './preference-pages.service.js';
import { sentence, type UnsubscribeLook, unsubscribePage } from './unsubscribe-page.js';

/** A link to unsubscribe, and how its page speaks. */
export interface OpenedLink {
  target: UnsubscribeTarget;
  look: UnsubscribeLook;
}

/** The page of a link to unsubscribe, in the language of its reader and the brand of its sender. */
@Injectable()
export class UnsubscribePages {
  constructor(
    private readonly unsubscribing: Unsubscribing,
    private readonly contexts: ContextsService,
    private readonly translations: TranslationsService,
    private readonly config: Config,
  ) {}

  /** Changes nothing. */
  async open(token: string, wishes: ReaderWishes): Promise<OpenedLink> {
    const target = await this.unsubscribing.find(token);
    const fallback = this.config.defaultLocale;
    if (!('place' in target)) {
      const language = languageFor({ ...wishes, fallback });
      return { target, look: { language, names: namesFrom([], language, fallback) } };
    }
    const { environment, subscriber, contextKeys, brand: own } = target.place;
    const [texts, contexts] = await Promise.all([
      this.translations.findPreferenceTexts(environment),
      this.contexts.findData(environment, contextKeys),
    ]);
    const language = languageFor({ ...wishes, own: subscriber?.locale, fallback });
    const brand = brandOf(own, contexts);
    return { target, look: { language, names: namesFrom(texts, language, fallback), ...(brand && { brand }) } };
  }

  /** Asks, or says that it is done already. */
  async show({ target, look }: OpenedLink): Promise<ChoicePage> {
    const isDone = target.kind === 'open' && target.isDone;
    return unsubscribePage(target, look, { isDone, ...(await this.choicesOf(target)) });
  }

  /** Unsubscribes. `isForm`: a person has read the page and pressed its button. */
  async take(
    { target, look }: OpenedLink,
    isForm: boolean,
    browser: Pick<ConsentOrigin, 'ip' | 'userAgent'>,
  ): Promise<ChoicePage> {
    if (target.kind === 'open') {
      const read = { wording: sentence(target, look, 'ask'), language: look.language.tag };
      const how = isForm ? ({ source: 'unsubscribe_page', ...read } as const) : ({ source: 'one_click' } as const);
      await this.unsubscribing.take(target, { ...how, ...browser });
    }
    return unsubscribePage(target, look, { isDone: true, ...(await this.choicesOf(target)) });
  }

  private async choicesOf(target: UnsubscribeTarget): Promise<{ choices?: string }> {
    if (target.kind !== 'open') return {};
    // Relative: a proxy may serve this installation below a path of its own.
    return { choices: `..${PREFERENCES_PATH}/${await this.unsubscribing.preferencesToken(target.claims)}` };
  }
}
