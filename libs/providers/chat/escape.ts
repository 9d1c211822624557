/** Keeps a service from reading a mention or a tag, and is not visible. */
const BREAK = '\u200b';
/** Addresses stay as they are: services link them, and an added character would change where they lead. */
const ADDRESS = /(\bhttps?:\/\/[^\s<>()[\]`*|"]+)/;

/** Slack's three control characters: https://docs.slack.dev/messaging/formatting-message-text#escaping */
export function escapeSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Markup of Markdown, by backslashes (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
export function escapeMarkdown(text: string): string {
  const outside = (part: string): string =>
    part.replace(/[\\`*_~|[\]<>]/g, '\\$&').replace(/^(\s*)([#+-]|\d+(?=[.)]\s))/gm, escapeStart);
  return outsideAddresses(text, outside);
}

function outsideAddresses(text: string, escape: (part: string) => string): string {
  return text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : escape(part)))
    .join('');
}

/** Marks of headings and lists. A number stays, and its full stop is escaped. */
function escapeStart(_all: string, indent: string, mark: string): string {
  return /^\d/.test(mark) ? `${indent}${mark}${BREAK}` : `${indent}\\${mark}`;
}

/** Mentions with an @ before a name, which may be that of the next variable; addresses of email have a word before it. */
export function breakMentions(text: string): string {
  return text.replace(/(^|[^\w.])@(?=[\w*]|$)/g, `$1@${BREAK}`);
}

/** Markdown and mentions as Mattermost, Rocket.Chat and others have them. */
export function escapeChat(text: string): string {
  return breakMentions(escapeMarkdown(text));
}

/**
 * Discord: Markdown, `@everyone`, `@here`, and mentions of people, roles and channels in angle brackets, which are looked
 * for before Markdown is (https://discord.com/developers/docs/reference#message-formatting).
 */
export function escapeDiscord(text: string): string {
  return escapeMarkdown(text.replace(/@(?=everyone|here|$)/g, `@${BREAK}`).replace(/<(?=[@#]|$)/g, `<${BREAK}`));
}

/** Webex: Markdown that passes HTML on, in which mentions are tags. */
export function escapeWebex(text: string): string {
  const escaped = escapeMarkdown(text).replace(/\\([<>])/g, (_all, bracket) => (bracket === '<' ? '&lt;' : '&gt;'));
  return breakMentions(escaped);
}

/** By provider, for templates, which are rendered without the adapters. Others have neither markup nor mentions. */
const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  discord: escapeDiscord,
  'google-chat': escapeGoogleChat,
  mattermost: escapeChat,
  msteams: escapeMarkdown,
  'rocket-chat': escapeChat,
  ryver: escapeMarkdown,
  slack: escapeSlack,
  telegram: breakMentions,
  'webex-messaging': escapeWebex,
  zulip: breakMentions,
};

/** Returns how a chat service writes a text of a variable as it is; undefined where nothing has to be changed for that. */
export function chatEscape(providerId: string): ((text: string) => string) | undefined {
  return Object.hasOwn(ESCAPES, providerId) ? ESCAPES[providerId] : undefined;
}

/**
 * Google Chat has no escapes: an invisible character between an opening mark and its text makes both appear as they are.
 * Mentions and links are in angle brackets (https://developers.google.com/workspace/chat/format-messages).
 */
export function escapeGoogleChat(text: string): string {
  const outside = (part: string): string =>
    part.replace(/<|(?<![\p{L}\p{N}])[*_~`](?=\S|$)|^\s*[*-](?=\s)/gmu, `$&${BREAK}`);
  return outsideAddresses(text, outside);
}

/** Line breaks for Markdown that joins lines: two spaces before them are a break, in Teams an empty line. */
export function hardBreaks(text: string, lineBreak: '  \n' | '\n\n'): string {
  return text.replace(/(?<!\n)\r?\n(?![\n\r]|\s*(?:[-*+]|\d+\.) )/g, lineBreak);
}
