import { escaped } from '../../platform/http/html.js';
import { formHtml, problemAttributes, problemHtml } from './choice-html.js';
import { type DayFields, DAYS, type HoursFields } from './hours-form.js';
import { filled, type PageLanguage } from './page-language.js';

/** The form that pauses everything, or ends a pause. */
export interface PauseView {
  pausedUntil?: Date;
  days: { first: string; last: string };
  timezone: string;
  /** What was typed, if that is wrong. */
  wrong?: string;
}

export function pauseHtml(
  { pausedUntil, days, timezone, wrong }: PauseView,
  { tag, locale, texts }: PageLanguage,
): string {
  const problem = wrong === undefined ? undefined : texts.wrong.date;
  const date = pausedUntil && dateIn(locale, timezone, pausedUntil);
  const current = date === undefined ? '' : `<p><strong>${escaped(filled(texts.paused, { date }))}</strong></p>`;
  const resume = `<button class="quiet" name="resume" value="1" formnovalidate>${escaped(texts.resume)}</button>`;
  return formHtml(
    'pause',
    tag,
    `<h2>${escaped(texts.pause)}</h2>
<p class="soft">${escaped(texts.pauseAbout)}</p>
${current}
<p class="field"><label for="until">${escaped(texts.pauseUntil)}</label>
<input id="until" name="until" type="date" min="${days.first}" max="${days.last}" value="${escaped(wrong ?? '')}" required${problemAttributes('until-problem', problem)}></p>
${problemHtml('until-problem', problem)}
<p class="buttons"><button>${escaped(texts.pauseNow)}</button>${date === undefined ? '' : resume}</p>`,
  );
}

/** The form of quiet hours, in the zone of the person. */
export function hoursHtml(
  { isOn, days }: HoursFields,
  { timezone, isWrong }: { timezone: string; isWrong: boolean },
  { tag, locale, texts }: PageLanguage,
): string {
  const problem = isWrong ? texts.wrong.hours : undefined;
  const zone = zoneNameIn(locale, timezone);
  return formHtml(
    'hours',
    tag,
    `<h2>${escaped(texts.hours)}</h2>
<p class="soft">${escaped(filled(texts.hoursAbout, { zone }))}</p>
<p><label><input type="checkbox" name="hours" value="on"${isOn ? ' checked' : ''}${problemAttributes('hours-problem', problem)}> ${escaped(texts.hoursOn)}</label></p>
${problemHtml('hours-problem', problem)}
${days.map((day) => dayHtml(day, locale, texts)).join('\n')}
<p><button>${escaped(texts.save)}</button></p>`,
  );
}

function dayHtml({ day, isOn, ranges }: DayFields, locale: string, texts: PageLanguage['texts']): string {
  const name = escaped(weekdayIn(locale, day));
  const times = ranges.map(({ from, to }, index) => {
    const id = `${day}-${index}`;
    const field = (end: 'from' | 'to', value: string) =>
      `<span class="time"><label for="${id}-${end}">${escaped(texts[end])}<span class="hidden"> ${name}</span></label>
<input id="${id}-${end}" type="time" name="${day}.${end}" value="${escaped(value)}"></span>`;
    return `<span class="range">${field('from', from)}\n${field('to', to)}</span>`;
  });
  return `<div class="day"><label><input type="checkbox" name="day" value="${day}"${isOn ? ' checked' : ''}> ${name}</label>
${times.join('\n')}</div>`;
}

/** The addresses that a person may change, as stored or as typed. */
export interface AddressFields {
  email: string;
  phone: string;
  wrong: readonly ('email' | 'phone')[];
}

export function addressesHtml({ email, phone, wrong }: AddressFields, { tag, texts }: PageLanguage): string {
  const field = (name: 'email' | 'phone', type: string, value: string) => {
    const problem = wrong.includes(name) ? texts.wrong[name] : undefined;
    return `<p class="field"><label for="${name}">${escaped(texts[name])}</label>
<input id="${name}" name="${name}" type="${type}" dir="ltr" autocomplete="${type}" value="${escaped(value)}"${problemAttributes(`${name}-problem`, problem)}></p>
${problemHtml(`${name}-problem`, problem)}`;
  };
  return formHtml(
    'addresses',
    tag,
    `<h2>${escaped(texts.addresses)}</h2>
<p class="soft">${escaped(texts.addressesAbout)}</p>
${field('email', 'email', email)}
${field('phone', 'tel', phone)}
<p><button>${escaped(texts.save)}</button></p>`,
  );
}

/** A moment in the words of a language: the day, and the time unless the day begins then. */
export function dateIn(locale: string, timeZone: string, at: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const timeStyle = time === '00:00' ? undefined : 'short';
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle }).format(at);
}

/** Zones have their present names then. */
const A_WINTER = Date.UTC(2026, 0, 1);

function zoneNameIn(locale: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(A_WINTER);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`;
}

/** 5 January 1970 was a Monday. */
function weekdayIn(locale: string, day: DayFields['day']): string {
  const date = new Date(Date.UTC(1970, 0, 5 + DAYS.indexOf(day)));
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' }).format(date);
}
