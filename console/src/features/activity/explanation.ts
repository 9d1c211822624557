import { providerName } from '../../ui/provider-name';
import { stepName } from '../../ui/step-name';
import type { RunEntry, StepEntry } from './reads';

/** A sentence; moments in it are shown in the zone of the reader. */
export type Sentence = readonly (string | { at: string })[];

/** Why a step ended as it did, and what one can do about it. */
export interface Explanation {
  why: Sentence;
  advice?: string;
}

/** What is known of a step, in a run or in a simulation. */
export type ExplainedStep = Pick<StepEntry, 'type' | 'status' | 'reason' | 'decidedBy' | 'cause'> &
  Partial<Pick<StepEntry, 'providerId' | 'attempts' | 'waitsUntil' | 'digest'>> & {
    /** Particulars: the text of an error. */
    raw?: string;
  };

/** The last particulars of a step of a run. */
export function toExplained(job: StepEntry): ExplainedStep {
  return { ...job, raw: job.executionDetails.findLast(({ source, raw }) => source === 'Internal' && raw)?.raw ?? '' };
}

/** Why a step ended so, in words, with the values that decided it. `who` is the name of the recipient. */
export function explain(step: ExplainedStep, who: string): Explanation {
  const rule = step.reason && RULES[step.reason];
  if (rule) return rule(step, who);
  if (step.status === 'pending') return { why: ['It has not begun: the steps before it have not ended.'] };
  return { why: [step.reason ?? step.status] };
}

type Rule = (step: ExplainedStep, who: string) => Explanation;

const SUPPORT = 'Change the step in the workflow, and trigger it again.';

const RULES: Partial<Record<NonNullable<StepEntry['reason']>, Rule>> = {
  delivered: ({ type, providerId }) => ({
    why: [
      type === 'in_app'
        ? 'It was put into the inbox.'
        : `It was sent with ${providerId ? providerName(providerId) : 'a provider'}.`,
    ],
  }),
  missing_address: ({ type }, who) => ({
    why: [`${who} has ${MISSING[type] ?? 'no address'}, so there was nowhere to send it.`],
    advice: 'Add it to the subscriber. The next trigger will reach them; this one is not sent later.',
  }),
  invalid_address: ({ raw }, who) => ({
    why: [`What is stored of ${who} is not a valid address${raw ? ` (${raw})` : ''}.`],
    advice: 'Correct it in the subscriber, and trigger the workflow again.',
  }),
  no_recipient: () => ({
    why: ['The trigger replaces the recipient (replaceToRecipient), but names no other.'],
    advice: 'Name a recipient in to, cc or bcc of its overrides, or leave out replaceToRecipient.',
  }),
  no_active_integration: ({ type }) => ({
    why: [`This environment has no active integration for ${stepName(type)}.`],
    advice:
      type === 'in_app' ? 'Add or activate one, and trigger it again.' : 'Add or activate one, then send it again.',
  }),
  template_error: ({ raw }) => ({
    why: [`The content could not be made: ${raw || 'a template is wrong'}.`],
    advice: SUPPORT,
  }),
  variable_missing: ({ raw }) => ({
    why: [`A value that the content needs is missing: ${raw || 'it is not named'}.`],
    advice:
      'Send it in the payload of the trigger, store it with the subscriber, or give it a default in the template.',
  }),
  content_invalid: ({ raw }) => ({
    why: [requirementOf(raw)],
    advice: SUPPORT,
  }),
  send_failed: (step) => ({
    why: [`${lastProvider(step)} did not accept it: ${lastError(step)}`, ...afterAttempts(step)],
    advice: 'Correct the cause, such as the address or the credentials of the integration, then send it again.',
  }),
  send_retrying: (step) => ({
    why: [`${lastProvider(step)} did not accept it yet (${lastError(step)}). `, ...nextAttempt(step)],
  }),
  quiet_hours_waiting: ({ waitsUntil }, who) => ({
    why: [
      `${who} has quiet hours, and the workflow holds messages until they end. `,
      ...until('They end ', waitsUntil, ''),
    ],
  }),
  rate_waiting: ({ waitsUntil }) => ({
    why: ['Its integration has a limit of messages in a period, and others are before it. ', ...turn(waitsUntil)],
  }),
  cap_waiting: ({ waitsUntil }, who) => ({
    why: [`${who} has had as many messages of this channel as the environment allows. `, ...turn(waitsUntil)],
  }),
  capped: ({ cause }, who) => {
    const { threshold, windowEnd } = valuesOf(cause);
    return {
      why: [
        `${who} has had the ${threshold} messages of this channel that the environment allows`,
        ...(windowEnd ? [' until ', { at: windowEnd }] : []),
        '.',
      ],
      advice: 'The settings of the environment say how many there may be, and whether further ones wait instead.',
    };
  },
  expired: ({ cause, decidedBy }) => {
    const { validUntil } = valuesOf(cause);
    return {
      why: ['It came too late: ', ...(validUntil ? ['it was worth sending until ', { at: validUntil }] : []), '.'],
      advice: `The ${decidedBy ?? 'trigger'} says so with expiresIn. Trigger it again where it is still of use.`,
    };
  },
  suppressed: ({ cause }) => {
    const { reason, since } = valuesOf(cause);
    return {
      why: [
        `The address is on the suppression list: ${reason ?? 'its reason is in the history'}`,
        ...(since ? [' since ', { at: since }] : []),
        '.',
      ],
      advice: 'People → Suppressions shows the entry. Remove it there only if the address may be written to again.',
    };
  },
  condition_false: ({ cause }) => ({
    why: [`The condition of the step was not met${given(cause?.values)}.`],
  }),
  condition_error: ({ raw }) => ({
    why: [`The condition of the step could not be evaluated: ${raw ?? ''}`],
    advice: SUPPORT,
  }),
  preference: byPreference,
  unsubscribed: byPreference,
  schedule: ({ cause }, who) => {
    const { localTime, timezone, hours } = valuesOf(cause);
    return {
      why: [
        `It was ${localTime} (${timezone}) for ${who}, in their quiet hours. Messages may be sent ` +
          `${hours === 'none' ? 'none on that day' : hours}.`,
      ],
      advice: 'Quiet hours are part of their preferences. Critical workflows are sent at any time.',
    };
  },
  delay_waiting: ({ waitsUntil }) => ({ why: until('It waits until ', waitsUntil, 'It waits.') }),
  delay_over: () => ({ why: ['The wait is over.'] }),
  delay_invalid: ({ raw }) => ({ why: [`The delay cannot be computed: ${raw ?? ''}`], advice: SUPPORT }),
  wait_until_waiting: ({ raw, waitsUntil }) => ({
    why: [
      `It waits ${raw?.split('; until ')[0] ?? 'for a status or an event'}, `,
      ...until('at the latest until ', waitsUntil, 'or for its timeout.'),
    ],
  }),
  wait_until_status: ({ raw }) => ({ why: [`The status that it waited for came: ${raw ?? ''}.`] }),
  wait_until_event: ({ raw }) => ({ why: [`The event that it waited for came: ${raw?.replace('event ', '') ?? ''}.`] }),
  wait_until_timeout: () => ({ why: ['Nothing that it waited for came before its timeout.'] }),
  wait_until_invalid: ({ raw }) => ({ why: [`It cannot wait: ${raw ?? ''}`], advice: SUPPORT }),
  digest_waiting: ({ waitsUntil }) => ({
    why: until('It gathers further events until ', waitsUntil, 'It gathers further events.'),
  }),
  digest_complete: () => ({ why: ['The digest was closed, and the steps after it have all of its events.'] }),
  digest_merged: () => ({
    why: ['This event became part of a digest that had begun before. That run sends the message.'],
  }),
  digest_passed: () => ({ why: ['Nothing else had come, so it went on at once.'] }),
  digest_invalid: ({ raw }) => ({ why: [`The digest cannot be made: ${raw ?? ''}`], advice: SUPPORT }),
  throttle_passed: () => ({ why: ['It was within the limit.'] }),
  throttled: ({ cause }) => {
    const { threshold, windowEnd, group } = valuesOf(cause);
    return {
      why: [
        `At most ${threshold} may pass in the window${group ? ` for ${group}` : ''}, and that many had passed before`,
        ...(windowEnd ? ['; the window ends ', { at: windowEnd }] : []),
        '.',
      ],
    };
  },
  throttle_invalid: ({ raw }) => ({ why: [`The limit cannot be computed: ${raw ?? ''}`], advice: SUPPORT }),
  http_succeeded: () => ({ why: ['The request succeeded.'] }),
  http_failed: ({ raw }) => ({
    why: [`The request failed: ${raw ?? ''}`],
    advice: 'Look at the service that was called.',
  }),
  custom_done: () => ({ why: ['It was done.'] }),
  bridge_retrying: ({ raw, waitsUntil }) => ({
    why: [
      `The application that has the workflow did not respond as it should${raw ? ` (${raw})` : ''}. `,
      ...until('It is asked again ', waitsUntil, 'It is asked again.'),
    ],
  }),
  bridge_unreachable: ({ raw }) => ({
    why: [`The application that has the workflow could not be reached: ${raw ?? ''}`],
    advice: 'Look at the application, and at the bridge URL of the environment.',
  }),
  bridge_refused: ({ raw }) => ({
    why: [`The application that has the workflow refused the step: ${raw ?? ''}`],
    advice: 'Correct the code, or what the trigger sent, then trigger again. A changed workflow is synced first.',
  }),
  bridge_invalid: ({ raw }) => ({
    why: [`What the application responded cannot be used: ${raw ?? ''}`],
    advice: 'Look at what the step returns in the code.',
  }),
  bridge_skipped: () => ({ why: ['The `skip` of the step in the code said so.'] }),
  earlier_step_failed: () => ({ why: ['It was not begun, because an earlier step failed.'] }),
  run_canceled: () => ({ why: ['The trigger was canceled before.'] }),
  step_removed: () => ({ why: ['The step was removed from the workflow before it ran.'] }),
  workflow_deleted: () => ({ why: ['The workflow was deleted before it ran.'] }),
  subscriber_deleted: () => ({ why: ['The subscriber was deleted before.'] }),
  event_expired: () => ({ why: ['The data of the trigger had been deleted before it ran.'] }),
  internal_error: ({ raw }) => ({
    why: [`Carillon itself failed${raw ? `: ${raw}` : '.'}`],
    advice: 'Your administrator can find the cause in the server log.',
  }),
};

const MISSING: Record<string, string> = {
  sms: 'no phone number',
  email: 'no email address',
  push: 'no device to push to',
  chat: 'no address in a chat',
  tool: 'no address in a tool',
};

const LAYERS: Record<string, (who: string) => string> = {
  subscriberWorkflow: (who) => `${who} opted out of {channel} for this workflow`,
  subscriberCategory: (who) => `${who} opted out of {channel} for the category of this workflow`,
  subscriberGlobal: (who) => `${who} opted out of {channel} for all workflows`,
  workflowUser: () => 'The preferences of the workflow, as set in Carillon, switch off {channel}',
  workflowResource: () => 'The preferences with which the workflow was made switch off {channel}',
};

function byPreference({ type, decidedBy = '', cause }: ExplainedStep, who: string): Explanation {
  const { source, pausedUntil } = valuesOf(cause);
  if (decidedBy === 'pause') {
    const why = until(`${who} has paused all messages until `, pausedUntil, `${who} has paused all messages.`);
    return { why, advice: 'It is their choice. Critical workflows are sent in any case.' };
  }
  const channel = source === 'all' ? 'all channels' : stepName(type);
  const text = LAYERS[decidedBy]?.(who) ?? `A preference (${decidedBy}) switches off {channel}`;
  const advice = decidedBy.startsWith('subscriber')
    ? 'It is their choice. They can change it in their preferences; critical workflows are sent in any case.'
    : 'Change the preferences of the workflow.';
  return { why: [`${text.replace('{channel}', () => channel)}.`], advice };
}

function valuesOf(cause: StepEntry['cause']): Record<string, string> {
  return Object.fromEntries((cause?.values ?? []).map(({ name, value }) => [name, String(value)]));
}

function given(values: NonNullable<StepEntry['cause']>['values'] = []): string {
  const texts = values.map(({ name, value }) => `${name} was ${value === null ? 'missing' : JSON.stringify(value)}`);
  return texts.length > 0 ? `: ${texts.join(', ')}` : '';
}

function until(before: string, at: string | undefined, otherwise: string): Sentence {
  return at === undefined ? [otherwise] : [before, { at }, '.'];
}

function nextAttempt({ waitsUntil }: ExplainedStep): Sentence {
  return until('The next attempt is made ', waitsUntil, 'It is tried again.');
}

function turn(waitsUntil: string | undefined): Sentence {
  return until('Its turn is ', waitsUntil, 'Its turn comes.');
}

function lastProvider({ attempts, providerId }: ExplainedStep): string {
  const last = attempts?.at(-1)?.providerId ?? providerId;
  return last && last !== 'novu' ? providerName(last) : 'The provider';
}

function lastError({ attempts, raw }: ExplainedStep): string {
  return attempts?.findLast(({ error }) => error !== undefined)?.error ?? (raw || 'no reason was given');
}

function afterAttempts({ attempts = [] }: ExplainedStep): Sentence {
  return attempts.length > 1 ? [`. ${attempts.length} attempts were made.`] : ['.'];
}

/** The name of the recipient of a run. */
export function recipientOf({ subscriber }: Pick<RunEntry, 'subscriber'>): string {
  if (!subscriber) return 'A deleted subscriber';
  const name = [subscriber.firstName, subscriber.lastName].filter((part) => part).join(' ');
  return name || subscriber.subscriberId;
}

/** What content needs to be sent: `Subject is required.` */
function requirementOf(raw = ''): string {
  const text = raw.replace(/ must have content$/, ' is required') || 'the content is not valid';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
