import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { ContextsService } from '../../contexts/contexts.service.js';
import { Config } from '../../platform/config/config.js';
import type { LinkClaims } from '../../preferences/links/link-token.js';
import { SAMPLE } from '../../preferences/links/message-links.service.js';
import { PreferenceLinks } from '../../preferences/links/preference-links.service.js';
import {
  type PreferenceOverview,
  SubscriberPreferencesService,
} from '../../preferences/subscriber-preferences.service.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { TranslationsService } from '../../translations/translations.service.js';
import { namesFrom } from './choice-names.js';
import type { ChoiceNames } from './choice-rows.js';
import { brandOf } from './page-brand.js';
import type { PageBrand } from './page-frame.js';
import { languageFor, type PageLanguage } from './page-language.js';

/** What a request says about the language of its reader. */
export interface ReaderWishes {
  chosen?: string;
  accepted?: string;
}

/** A link that opens nothing: why, and how to say so. */
export interface ClosedPage {
  /** Not made here; too old; its person was deleted; or it is from a preview. */
  why: 'unknown' | 'expired' | 'deleted' | 'sample';
  language: PageLanguage;
  brand?: PageBrand;
}

/** A link that opens the choices of a person. */
export interface OpenPage {
  claims: LinkClaims;
  environment: EnvironmentRef;
  subscriber: Subscriber;
  language: PageLanguage;
  brand?: PageBrand;
}

/** Finds what a link to the preference page opens. */
@Injectable()
export class PreferencePages {
  constructor(
    private readonly links: PreferenceLinks,
    private readonly environments: EnvironmentLookup,
    private readonly subscribers: SubscribersService,
    private readonly contexts: ContextsService,
    private readonly preferences: SubscriberPreferencesService,
    private readonly translations: TranslationsService,
    private readonly config: Config,
  ) {}

  async open(token: string, wishes: ReaderWishes): Promise<OpenPage | ClosedPage> {
    const language = (own?: string) => languageFor({ ...wishes, own, fallback: this.config.defaultLocale });
    if (token === SAMPLE) return { why: 'sample', language: language() };
    const read = await this.links.readAny(token);
    const found =
      read && read.claims.opens !== 'unsubscribe' ? await this.environments.find(read.claims.environmentId) : undefined;
    if (!read || !found) return { why: 'unknown', language: language() };
    const { claims, isExpired } = read;
    const { organizationId, rateLimits } = found;
    const environment: EnvironmentRef = { id: claims.environmentId, organizationId, ...(rateLimits && { rateLimits }) };
    const [people, contexts] = await Promise.all([
      this.subscribers.findByIds(environment, [claims.subscriberId]),
      this.contexts.findData(environment, claims.contextKeys),
    ]);
    const brand = brandOf(found.brand, contexts);
    const subscriber = people.get(claims.subscriberId);
    const page = { language: language(subscriber?.locale), ...(brand && { brand }) };
    if (!subscriber) return { why: 'deleted', ...page };
    return isExpired ? { why: 'expired', ...page } : { claims, environment, subscriber, ...page };
  }

  /** The choices of a page, and how it calls what can be chosen. */
  async choicesOf({ claims, environment, subscriber, language }: OpenPage): Promise<[PreferenceOverview, ChoiceNames]> {
    const requested = { criticality: 'all' as const, contextKeys: claims.contextKeys };
    const [overview, texts] = await Promise.all([
      this.preferences.list(environment, subscriber.subscriberId, requested),
      this.translations.findPreferenceTexts(environment),
    ]);
    return [overview, namesFrom(texts, language, this.config.defaultLocale)];
  }
}
