import type { RunEntry, StepEntry } from './reads';
import { isMessage, stepName } from './words';

/** What a run came to, at first sight. */
export interface Verdict {
  /** Such as `Ada was not sent anything`. */
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
      headline: `Not finished yet${sent.length > 0 ? ', something was sent' : ''}`,
      step: find('delayed') ?? failed,
    };
  if (status === 'merged') return { headline: 'Became part of a digest', step: find('merged', 'completed') };
  if (status === 'canceled') return { headline: `Cancelled before ${who} was sent everything`, step: find('canceled') };
  if (sent.length === 0)
    return { headline: `${who} was not sent anything`, step: failed ?? find('skipped', 'canceled') };
  const missed = failed ?? messages.find((job) => job.status !== 'completed');
  const ways = listed([...new Set(sent.map(({ type }) => stepName(type)))]);
  if (missed) return { headline: `${who} was sent this by ${ways}, but not by ${stepName(missed.type)}`, step: missed };
  return { headline: `${who} was sent this by ${ways}`, step: sent[0], summary: `Sent by ${ways}.` };
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
