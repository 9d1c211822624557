import type { KeptContent } from '../../outbox/outbox-message.schema.js';
import type { Story } from './story.js';

const WIDTH = 64;

/** Returns the result of the demo as text: each message as a card, and the steps of the run. */
export function formatStory({ notification, sent, activity, deliveredInMs, allInMs }: Story): string {
  const { subject = '', body, primaryAction } = notification;
  const buttons = primaryAction ? ['', `[ ${primaryAction.label} ]  ${primaryAction.redirect?.url ?? ''}`] : [];
  const trace = activity.jobs.flatMap(({ step, type, status, reason, executionDetails }) => [
    `  ${step.name} (${type}): ${status}, ${reason}`,
    ...executionDetails.map(({ createdAt, detail, raw }) => `    ${createdAt}  ${detail}${raw ? ` (${raw})` : ''}`),
  ]);
  return [
    '',
    `  The notification was in the inbox after ${deliveredInMs.toFixed(0)} ms, all five messages were there after ${allInMs.toFixed(0)} ms:`,
    '',
    ...card('In-app', [subject, body, ...buttons]),
    ...sent.flatMap(({ content }) => cardOf(content as KeptContent)),
    '',
    '  What happened, as GET /v1/notifications shows it:',
    '',
    ...trace,
    '',
  ].join('\n');
}

function cardOf(content: KeptContent): string[] {
  switch (content.channel) {
    case 'email':
      return card(`Email to ${content.to.join(', ')}`, [content.subject, '', ...content.text.trim().split('\n')]);
    case 'sms':
      return card(`SMS to ${content.to}`, content.body.split('\n'));
    case 'push':
      return card(`Push to ${content.token}`, [content.title, ...content.body.split('\n')]);
    case 'chat':
    case 'tool':
      return card(content.channel === 'chat' ? 'Chat' : 'Tool', content.body.split('\n'));
  }
}

/** Returns lines of text in a frame with a title. Long lines are wrapped between words. */
function card(title: string, lines: readonly string[]): string[] {
  const heading = `─ ${title} `;
  return [
    `  ┌${heading.padEnd(WIDTH, '─')}┐`,
    ...lines.flatMap((line) => wrapped(line)).map((line) => `  │ ${line.padEnd(WIDTH - 2)} │`),
    `  └${'─'.repeat(WIDTH)}┘`,
  ];
}

function wrapped(line: string): string[] {
  const rows = [''];
  for (const word of line.split(' ')) {
    const row = rows.at(-1)!;
    if (row === '' || row.length + word.length + 1 <= WIDTH - 2)
      rows[rows.length - 1] = row === '' ? word : `${row} ${word}`;
    else rows.push(word);
  }
  return rows;
}
