import type { Channel } from '#libs/channels.js';

/** What the pages say on which people choose what they receive. Names in braces are replaced. */
export interface ChoiceTexts {
  /** The language in its own words, for the switch. */
  language: string;
  /** Names the switch of languages. */
  languages: string;
  title: string;
  /** `{person}`: an address, in part. */
  whose: string;
  forwarded: string;
  saved: string;
  notSaved: string;
  channels: Record<Channel, string>;
  everything: string;
  everythingAbout: string;
  others: string;
  /** Opens the single workflows of a category. */
  single: string;
  necessary: string;
  necessaryAbout: string;
  nothing: string;
  /** Of a link in a message whose workflow was deleted. */
  workflowGone: string;
  save: string;
  pause: string;
  pauseAbout: string;
  /** `{date}`: until when. */
  paused: string;
  pauseUntil: string;
  pauseNow: string;
  resume: string;
  hours: string;
  /** `{zone}`: name of the time zone. */
  hoursAbout: string;
  hoursOn: string;
  from: string;
  to: string;
  addresses: string;
  addressesAbout: string;
  email: string;
  phone: string;
  /** What is wrong with a form, and what to enter. */
  wrong: { email: string; phone: string; date: string; hours: string };
  /** Pages instead of the choices: a heading, and what to do. */
  unknown: Explanation;
  expired: Explanation;
  deleted: Explanation;
  sample: Explanation;
  unsubscribe: UnsubscribeTexts;
}

interface Explanation {
  title: string;
  about: string;
}

/** `{name}`: a workflow or a category. `{channel}`: one of the channels. */
interface UnsubscribeTexts {
  title: string;
  ask: string;
  button: string;
  done: string;
  necessary: string;
  gone: string;
  /** Leads to the page with all choices. */
  choices: string;
}
