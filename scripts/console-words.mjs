/**
 * The words of the product: what people read in the console, the API reference and the guides. Each phrase that was hard to
 * understand has the word that a reader of three such products would search for. Part of `npm run check`: ends with 1 when a
 * phrase is found.
 *
 *   node scripts/console-words.mjs
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rows of phrases, each with what to write instead. Phrases match whole words; `'` at an end asks for the whole text. */
export const WORDS = [
  [['Messages that were given up', 'Given up', 'Nothing was given up'], 'Failed messages, Failed, No failed messages'],
  [['Send once more', 'Sent once more', 'Sending once more'], 'Retry, Retried, Retrying'],
  [['half of them within', '95 percent within', 'From trigger to sent'], 'p50, p95, Delivery latency'],
  [['Oldest open trigger', 'None waits for a worker'], 'Queue: empty'],
  [['Webhooks that fail', 'Be told of failures by a webhook'], 'Failing webhooks, Create a webhook for failures'],
  [["'in a digest'", "'outside the hours'", 'switched off in preferences'], 'digested, quiet hours, Opted out'],
  [
    ["'Hours'", 'Notify in these hours alone', 'Wait for the hours of the subscriber'],
    "Quiet hours, Respect the subscriber's quiet hours",
  ],
  [
    ["'works'", "'fails'", "'fails in part'", "'idle'", "'not active'", 'when those before keep failing'],
    'Healthy, Failing, Degraded, No traffic, Disabled, Failover #2',
  ],
  [
    ["'Came to'", "'For'", "'Took'", "'Why'", 'Time line', "'In the queue'", "'Work'"],
    'Result, Recipients, Duration, Reason, Timeline, Queued, Processing',
  ],
  [['was not sent anything', 'was sent this by'], 'Not delivered, Delivered by email'],
  [['Simulate today'], 'Re-run as simulation'],
  [
    ['Content as sent', 'It may be personal', 'that you have looked at it'],
    'Message content, View message content (this is logged)',
  ],
  [['An invented person', "'somebody'", 'Invite somebody', 'somebody else'], 'Sample subscriber, a person, a member'],
  [['The content cannot be sent', 'Change the control'], 'Subject is required'],
  [['Layout around the body, by identifier'], 'Layout'],
  [["'Way'", "'Regular'", "'Timed'"], 'Type, Fixed, Scheduled'],
  [
    ['A failure ends the run', "'More'", "'Less'", 'On unless something else is said'],
    'Stop the workflow if this step fails, Advanced, Enabled by default',
  ],
  [['Refuse what does not fit', 'Make the schema of this'], 'Enforce schema, Generate from example'],
  [
    ["'Translated'", 'A point makes a group', "'Begin'", 'a template prints it'],
    'Localization, Use dots to nest keys, Add, Missing translation',
  ],
  [['Make the link', 'I have it', 'I have kept them'], 'Send invitation, Done'],
  [["'Ends'", "'May'", "'no end'", "'A list'"], 'Expires, Permissions, Never, Custom'],
  [
    ['Keep contents for days', "'Triggers a second'", "'Further Emails'"],
    'Message content retention (days), Event rate limit, When exceeded',
  ],
  [
    ['In the widget', "'closed'", 'Address of a picture', 'Nothing is called that'],
    'Self-subscribe: off, Avatar URL, No results',
  ],
  [
    ['Go to the beginning', 'Colour', 'Colours', 'Id of the thing', 'Id of the operation', 'Id of the trigger'],
    'Back to dashboard, Theme, Color, Resource ID, Request ID, Transaction ID',
  ],
  [["'nodemailer'"], 'SMTP'],
  [['cancelled', "'Not chosen'", 'Audit trail'], 'canceled, Select an option, Audit log'],
];

/** Phrases that only the console avoids: in other texts they are plain words, or names of the API. */
const API_WORDS = [
  'Id of the trigger',
  'cancelled',
  'Audit trail',
  'Colour',
  'Colours',
  'In the widget',
  'Change the control',
];

const isWhole = (phrase) => phrase.startsWith("'");
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const FORMS = WORDS.flatMap(([phrases, instead]) =>
  phrases.map((phrase) => {
    const text = phrase.replaceAll("'", '');
    const pattern = isWhole(phrase) ? `^${escaped(text)}$` : String.raw`\b${escaped(text)}\b`;
    return {
      phrase: text,
      instead,
      pattern: new RegExp(pattern, isWhole(phrase) ? '' : 'i'),
      isWhole: isWhole(phrase),
    };
  }),
);

/** What people read in a source: strings, templates and texts of JSX, each with its line; comments are left out. */
export function textsOfSource(source) {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  );
  const found = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=;]+)(?=[<{])/g);
  return [...found].map(({ index, 0: whole, ...groups }) => {
    const text = groups[1] ?? groups[2] ?? groups[3] ?? groups[4] ?? '';
    const start = index + whole.indexOf(text) + (text.length - text.trimStart().length);
    return { text: text.trim().replaceAll(/\s+/g, ' '), line: code.slice(0, start).split('\n').length };
  });
}

/** What people read of the API: the doc comments of DTOs and controllers. */
function textsOfComments(source) {
  return [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].map(({ 0: comment, index }) => ({
    text: comment.replaceAll(/\s*\n\s*\*\s?/g, ' '),
    line: source.slice(0, index).split('\n').length,
  }));
}

const linesOf = (page) => page.split('\n').map((text, index) => ({ text, line: index + 1 }));

/** The phrases in a file, as `file:line: phrase. Write instead: …`. Guides and the API use whole phrases only. */
export function wordsIn(file, content) {
  const isConsole = file.startsWith('console/');
  const texts = isConsole ? textsOfSource(content) : file.endsWith('.md') ? linesOf(content) : textsOfComments(content);
  const forms = isConsole ? FORMS : FORMS.filter((form) => !form.isWhole && !API_WORDS.includes(form.phrase));
  return texts.flatMap(({ text, line }) =>
    forms
      .filter(({ pattern }) => pattern.test(text))
      .map(({ phrase, instead }) => `${file}:${line}: "${phrase}". Write instead: ${instead}.`),
  );
}

/** The files that people read, below the root. */
function filesBelow(root) {
  const below = (folder, isRead) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => isRead(file));
  return [
    ...below('console/src', (file) => /\.tsx?$/.test(file) && !file.includes('.spec.')),
    ...below('src', (file) => /\.(dto|controller)\.ts$/.test(file)),
    ...below('docs', (file) => file.endsWith('.md') && !/docs\/(decisions|behaviour)\//.test(file)),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..');
  const found = filesBelow(root).flatMap((file) => wordsIn(file, readFileSync(join(root, file), 'utf8')));
  if (found.length > 0) {
    console.error(found.join('\n'));
    process.exitCode = 1;
  }
}
