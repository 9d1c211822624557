import { knownZone } from '#libs/schedule/zones/time-zone.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { RefusedForm } from './choice-saving.service.js';
import { introHtml, rowsHtml } from './choice-html.js';
import { type ChoiceNames, rowsOf } from './choice-rows.js';
import { CHOICE_STYLES } from './choice-styles.js';
import { hoursFields } from './hours-form.js';
import type { ChoicePage } from './page-frame.js';
import { maskedAddress } from './masked-address.js';
import { pauseDays } from './pause-form.js';
import type { ClosedPage, OpenPage } from './preference-pages.service.js';
import type { PreferenceOverview } from '../../preferences/subscriber-preferences.service.js';
import { escaped } from '../../platform/http/html.js';
import { addressesHtml, hoursHtml, pauseHtml } from './settings-html.js';

/** What a page of choices is made of. */
interface PageFacts {
  overview: PreferenceOverview;
  names: ChoiceNames;
  now: Date;
  isSaved: boolean;
  refused?: RefusedForm;
}

/** The preference page of a person. A link in a message shows less of it, because the message may have been forwarded. */
export function openPage(page: OpenPage, { overview, names, now, isSaved, refused }: PageFacts): ChoicePage {
  const { claims, subscriber, language, brand } = page;
  const { global, workflows } = overview;
  const isOwn = claims.opens === 'own';
  const timezone = knownZone(subscriber.timezone);
  const { workflowId } = claims;
  const isWorkflowGone = workflowId !== undefined && !workflows.some(({ workflow }) => workflow._id.equals(workflowId));
  const pausedUntil = global?.pausedUntil && global.pausedUntil > now ? global.pausedUntil : undefined;
  const { email = '', phone = '' } = subscriber;
  const sections = [
    introHtml(language, {
      person: isOwn ? addressOf(subscriber) : maskedAddress(subscriber),
      isFromMessage: !isOwn,
      isSaved,
      wrongForm: Object.keys(refused ?? {})[0],
      isWorkflowGone,
    }),
    rowsHtml(rowsOf(overview, names), language, workflowId?.toHexString()),
    pauseHtml({ pausedUntil, days: pauseDays(now, timezone), timezone, wrong: refused?.pause }, language),
    ...(isOwn
      ? [
          hoursHtml(
            refused?.hours ?? hoursFields(global?.schedule),
            { timezone, isWrong: refused?.hours !== undefined },
            language,
          ),
          addressesHtml(refused?.addresses ?? { email, phone, wrong: [] }, language),
        ]
      : []),
  ];
  return {
    status: refused ? 422 : 200,
    title: language.texts.title,
    language: language.tag,
    direction: language.direction,
    styles: CHOICE_STYLES,
    ...(brand && { brand }),
    body: sections.join('\n'),
  };
}

function addressOf({ email, phone, firstName }: Subscriber): string | undefined {
  return [email, phone, firstName].find(Boolean);
}

const CLOSED_STATUS: Readonly<Record<ClosedPage['why'], number>> = {
  unknown: 404,
  expired: 410,
  deleted: 410,
  sample: 200,
};

/** A page that says why a link opens nothing, and what to do. */
export function closedPage({ why, language, brand }: ClosedPage): ChoicePage {
  const { title, about } = language.texts[why];
  return {
    status: CLOSED_STATUS[why],
    title,
    language: language.tag,
    direction: language.direction,
    ...(brand && { brand }),
    body: `<h1>${escaped(title)}</h1><p>${escaped(about)}</p>`,
  };
}
