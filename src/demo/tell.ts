import type { Story } from './story.js';

const WIDTH = 64;

/** The end of the demo as text: the notification as a card, and what happened on the way. */
export function tellStory({ notification, activity, deliveredInMs }: Story): string {
  const { subject = '', body, primaryAction } = notification;
  const buttons = primaryAction ? ['', `[ ${primaryAction.label} ]  ${primaryAction.redirect?.url ?? ''}`] : [];
  const card = [subject, body, ...buttons].map((line) => `  │ ${line.padEnd(WIDTH - 2)} │`);
  const trace = activity.jobs.flatMap(({ step, type, status, reason, executionDetails }) => [
    `  ${step.name} (${type}): ${status}, ${reason}`,
    ...executionDetails.map(({ createdAt, detail, raw }) => `    ${createdAt}  ${detail}${raw ? ` (${raw})` : ''}`),
  ]);
  return [
    '',
    `  The notification arrived after ${deliveredInMs.toFixed(0)} ms:`,
    '',
    `  ┌${'─'.repeat(WIDTH)}┐`,
    ...card,
    `  └${'─'.repeat(WIDTH)}┘`,
    '',
    '  What happened, as GET /v1/notifications tells it:',
    '',
    ...trace,
    '',
  ].join('\n');
}
