import type { KeptContent } from '../outbox/outbox-message.schema.js';
import { card } from './card.js';
import type { Story } from './story.js';

/** The end of the demo as text: each message as a card, and what happened on the way. */
export function tellStory({ notification, sent, activity, deliveredInMs, allInMs }: Story): string {
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
    '  What happened, as GET /v1/notifications tells it:',
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
