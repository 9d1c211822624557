import { stepName } from '../../ui/step-name';
import type { RunEntry, StepEntry } from './reads';
import { isMessage } from './words';

/** The result of a run, at first sight. */
export interface Verdict {
  /** Such as `Delivered by email to Ada`, or `Not delivered to Ada`. */
  headline: string;
  /** The step that decided it. */
  step?: StepEntry;
  /** In place of the reason of the step, where nothing is to be explained. */
  summary?: string;
}

/** The verdict of a run: whether something reached the recipient, and the step that sent or failed it. */
export function verdictOf({ status, jobs }: Pick<RunEntry, 'status' | 'jobs'>, who: string): Verdict {
  const messages = jobs.filter(({ type }) => isMessage(type));
  const sent = messages.filter((job) => job.status === 'completed');
  const find = (...wanted: StepEntry['status'][]) => jobs.find((job) => wanted.includes(job.status));
  const failed = find('failed');
  if (status === 'running' || status === 'waiting')
    return {
      headline: [
        'In progress',
        sent.length > 0 && 'partly sent',
        failed && isMessage(failed.type) && `${channelOf(failed)} failed`,
      ]
        .filter(Boolean)
        .join(', '),
      step: failed ?? find('delayed'),
    };
  if (status === 'merged') return { headline: 'Digested', step: find('merged', 'completed') };
  if (status === 'canceled')
    return { headline: `Canceled before everything was sent to ${who}`, step: find('canceled') };
  if (sent.length === 0) return { headline: `Not delivered to ${who}`, step: failed ?? find('skipped', 'canceled') };
  const missed = failed ?? messages.find((job) => job.status !== 'completed');
  const ways = `${sent.every(isConfirmed) ? 'Delivered' : 'Sent'} by ${listed([...new Set(sent.map(channelOf))])}`;
  if (missed) return { headline: `${ways} to ${who}, but not by ${channelOf(missed)}`, step: missed };
  return { headline: `${ways} to ${who}`, step: sent[0], summary: `${ways}.` };
}

/** Whether a message has arrived: its provider says so, or Carillon has put it into the inbox itself. */
function isConfirmed({ type, executionDetails }: StepEntry): boolean {
  const isReport = ({ source, detail }: StepEntry['executionDetails'][number]) =>
    source === 'Webhook' && detail.endsWith(': delivered');
  return type === 'in_app' || executionDetails.some(isReport);
}

/** The channel in the middle of a sentence: `email`, `SMS`. */
function channelOf({ type }: StepEntry): string {
  const name = stepName(type);
  return name === name.toUpperCase() ? name : name.toLowerCase();
}

/** What was sent otherwise than its author intended: a warning of each step that has sent something. */
export function warningsOf({ jobs }: Pick<RunEntry, 'jobs'>): string[] {
  const sent = jobs.filter(({ type, status }) => isMessage(type) && status === 'completed');
  const warnings = sent.flatMap(({ type, executionDetails }) =>
    executionDetails
      .filter(({ status, source }) => status === 'Warning' && source === 'Internal')
      .map(({ detail, raw }) => `${stepName(type)}: ${detail}${raw ? `: ${raw}` : ''}`),
  );
  return [...new Set(warnings)];
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');
}
