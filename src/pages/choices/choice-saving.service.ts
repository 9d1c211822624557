import { Injectable } from '@nestjs/common';
import { knownZone } from '#libs/schedule/zones/time-zone.js';
import { type ConsentOrigin } from '../../preferences/consents/consent.schema.js';
import { ConsentsService } from '../../preferences/consents/consents.service.js';
import { contextOf } from '../../contexts/trigger-context.js';
import { Clock } from '../../platform/clock.js';
import type { ChoiceEntry } from '../../preferences/choice-entries.js';
import type { GlobalChoice } from '../../preferences/stored-choices.js';
import { SubscriberPreferencesService } from '../../preferences/subscriber-preferences.service.js';
import { categoryOf } from '../../workflows/kind.js';
import { readTextField } from '../../subscribers/profiles/profile-fields.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { readSwitches } from './choice-form.js';
import { changeableRows, type ChoiceNames, EVERYTHING, keyOfCategory, rowsOf } from './choice-rows.js';
import { readHoursFields, type HoursFields, toWeek } from './hours-form.js';
import { filled, type PageLanguage } from './page-language.js';
import { readPauseDay } from './pause-form.js';
import { type OpenPage, PreferencePages } from './preference-pages.service.js';
import { type AddressFields, dateIn } from './settings-html.js';

/** A form that is not stored because something in it is wrong, as it was typed. */
export interface RefusedForm {
  pause?: string;
  hours?: HoursFields;
  addresses?: AddressFields;
}

/** From where the browser sends a form. */
type Browser = Pick<ConsentOrigin, 'ip' | 'userAgent'>;

/** Stores what the forms of the preference page change, with the words of the page for the ledger. */
@Injectable()
export class ChoiceSaving {
  constructor(
    private readonly pages: PreferencePages,
    private readonly preferences: SubscriberPreferencesService,
    private readonly subscribers: SubscribersService,
    private readonly consents: ConsentsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns what is wrong with a form; undefined when it is stored, `unknown` when the page has no such form: that of a link in
   * a message has neither hours nor addresses.
   */
  async save(page: OpenPage, form: URLSearchParams, browser: Browser): Promise<RefusedForm | 'unknown' | undefined> {
    const isOwn = page.claims.opens === 'own';
    switch (form.get('form')) {
      case 'choices':
        return this.saveChoices(page, form, browser);
      case 'pause':
        return this.savePause(page, form, browser);
      case 'hours':
        return isOwn ? this.saveHours(page, form, browser) : 'unknown';
      case 'addresses':
        return isOwn ? this.saveAddresses(page, form, browser) : 'unknown';
      default:
        return 'unknown';
    }
  }

  private async saveChoices(page: OpenPage, form: URLSearchParams, browser: Browser): Promise<undefined> {
    const { environment, subscriber, claims } = page;
    const { subscriberId } = subscriber;
    const [overview, names] = await this.pages.choicesOf(page);
    const rows = rowsOf(overview, names);
    const changed = readSwitches(form, changeableRows(rows));
    const origin = (entry: ChoiceEntry) => originOf(page, browser, wordingOf(entry, names, overview, page.language));
    const context = contextOf(claims.contextKeys);
    const everything = changed.get(EVERYTHING);
    if (everything)
      await this.preferences.chooseGlobally(environment, subscriberId, { layer: everything }, origin, context);
    for (const { category } of rows.categories) {
      const layer = changed.get(keyOfCategory(category));
      if (layer)
        await this.preferences.chooseForCategory(environment, subscriberId, { category, layer }, origin, context);
    }
    const choices = overview.workflows.flatMap(({ workflow }) => {
      const workflowId = workflow._id.toHexString();
      const layer = changed.get(workflowId);
      return layer ? [{ workflowId, layer }] : [];
    });
    if (choices.length > 0)
      await this.preferences.chooseForWorkflows(environment, subscriberId, choices, origin, context);
  }

  private async savePause(page: OpenPage, form: URLSearchParams, browser: Browser): Promise<RefusedForm | undefined> {
    const { texts, locale } = page.language;
    const zone = knownZone(page.subscriber.timezone);
    if (form.has('resume')) return this.chooseGlobally(page, { layer: {}, pausedUntil: null }, browser, texts.resume);
    const day = form.get('until') ?? '';
    const pausedUntil = readPauseDay(day, this.clock.now(), zone);
    if (!pausedUntil) return { pause: day };
    const wording = `${texts.pauseUntil} ${dateIn(locale, zone, pausedUntil)}. ${texts.pauseAbout}`;
    return this.chooseGlobally(page, { layer: {}, pausedUntil }, browser, wording);
  }

  private async saveHours(page: OpenPage, form: URLSearchParams, browser: Browser): Promise<RefusedForm | undefined> {
    const fields = readHoursFields(form);
    const schedule = toWeek(fields);
    if (!schedule) return { hours: fields };
    const { texts } = page.language;
    const wording = `${filled(texts.hoursAbout, { zone: knownZone(page.subscriber.timezone) })} ${texts.hoursOn}`;
    return this.chooseGlobally(page, { layer: {}, schedule }, browser, wording);
  }

  private async chooseGlobally(
    page: OpenPage,
    choice: GlobalChoice,
    browser: Browser,
    wording: string,
  ): Promise<undefined> {
    const { environment, subscriber, claims } = page;
    const origin = originOf(page, browser, wording);
    const context = contextOf(claims.contextKeys);
    await this.preferences.chooseGlobally(environment, subscriber.subscriberId, choice, origin, context);
  }

  /** By the rules of the API; what is left empty is removed. */
  private async saveAddresses(
    page: OpenPage,
    form: URLSearchParams,
    browser: Browser,
  ): Promise<RefusedForm | undefined> {
    const { environment, subscriber, language } = page;
    const typed = (['email', 'phone'] as const).map((field) => {
      const value = (form.get(field) ?? '').trim();
      return { field, value, reading: readTextField(field, value) };
    });
    const wrong = typed.flatMap(({ field, reading }) => ('problem' in reading ? [field] : []));
    const [email, phone] = typed.map(({ value }) => value) as [string, string];
    if (wrong.length > 0) return { addresses: { email, phone, wrong } };
    const changed = typed.flatMap(({ field, reading }) =>
      'value' in reading && reading.value !== (subscriber[field] ?? '') ? [{ field, value: reading.value }] : [],
    );
    if (changed.length === 0) return undefined;
    const fields = Object.fromEntries(changed.map(({ field, value }) => [field, value === '' ? null : value]));
    await this.subscribers.update(environment, subscriber.subscriberId, fields);
    await this.consents.record(
      environment,
      changed.map(({ field, value }) => ({
        subscriberId: subscriber._id,
        choice: 'address' as const,
        channels: [field === 'email' ? ('email' as const) : ('sms' as const)],
        ...(value !== '' && { address: value }),
        origin: originOf(page, browser, `${language.texts.addressesAbout} ${language.texts[field]}`),
      })),
    );
    return undefined;
  }
}

function originOf({ language }: OpenPage, browser: Browser, wording: string): ConsentOrigin {
  return { source: 'preferences_page', ...browser, wording, language: language.tag };
}

/** The labels beside the boxes of a choice. */
function wordingOf(
  { workflowId, category, channels }: ChoiceEntry,
  names: ChoiceNames,
  { workflows }: Awaited<ReturnType<PreferencePages['choicesOf']>>[0],
  { texts }: PageLanguage,
): string {
  const summaries = workflows.map(({ workflow }) => workflow);
  const workflow = summaries.find((one) => one.workflowId === workflowId);
  const label = workflow
    ? names.workflow(workflow)
    : category === undefined
      ? names.everything
      : names.category(
          category,
          summaries.filter((one) => categoryOf(one) === category),
        );
  return channels ? `${label}: ${channels.map((channel) => texts.channels[channel]).join(', ')}` : label;
}
