import type { Types } from 'mongoose';
import type { Event } from '../../events/store/event.schema.js';
import { toEventProblemDto } from '../../events/list/events.dto.js';
import { derivedId, type IdMap } from '../../platform/ids.js';
import { traceIdOf } from '../../platform/tracing/trace-context.js';
import type { ShownProfile } from '../../subscribers/shown-profile.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { stepDetailStatus } from '../messages/message-event.js';
import { isOwnReport } from '../messages/message-engagement.service.js';
import type { DeliveryReport, Engagement } from '../messages/message.schema.js';
import type { Sending } from '../messages/messages.service.js';
import type {
  ActivityDigestDto,
  ActivityJobDto,
  ActivityNotificationDto,
  ActivitySubscriberDto,
  ActivityTemplateDto,
  ExecutionDetailDto,
} from './activity.dto.js';
import type { Run, RunStep } from './run.schema.js';
import { maskedPayload, maskedValue, type Masks } from '../../workflows/payload-schema/write-only.js';
import { endOfRun, type StepTimes, stepTimes } from './run-times.js';
import { toSendAttemptDto } from './send-attempt.dto.js';
import type { SendAttempt } from '../messages/sending-progress.js';
import { NOT_BEGUN } from './statuses.js';
import { dto } from '../../platform/http/dto.js';

/** The official client expects a known provider in every job, also in those without one. */
const IN_APP_PROVIDER = 'novu';

/** Parts of a run that are stored elsewhere; deleted parts are absent. */
interface RunSurroundings {
  subscriber?: ShownProfile<Subscriber>;
  workflow?: Workflow;
  event?: Pick<Event, 'payload' | 'problems' | 'createdAt' | 'trace'>;
  /** Attempts to send, reports of providers, and sizes of text messages, by message. */
  sendings: IdMap<Sending>;
  /** Names of members of the payload that the environment masks. */
  maskedKeys?: readonly string[];
}

export function toActivityNotificationDto(
  run: Run,
  { subscriber, workflow, event, sendings, maskedKeys }: RunSurroundings,
): ActivityNotificationDto {
  const masks = { schema: workflow?.payloadSchema, keys: maskedKeys };
  const attempts = run.steps.map((step, index) => attemptsOf(run, step, index, sendings));
  const times = stepTimes(run.steps.map((step, index) => ({ ...step, attempts: attempts[index]! })));
  return dto<ActivityNotificationDto>({
    _id: run._id,
    _environmentId: run.environmentId,
    _organizationId: run.organizationId,
    _subscriberId: run.subscriberId,
    transactionId: run.transactionId,
    status: run.status,
    ...(run.mergedInto && { _digestedNotificationId: run.mergedInto }),
    _templateId: run.workflowId,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...timesOf(run, times, event),
    channels: [...new Set(run.steps.map(({ type }) => type))],
    ...(subscriber && { subscriber: toActivitySubscriber(subscriber) }),
    ...(workflow && { template: toActivityTemplate(workflow) }),
    jobs: run.steps.map((step, index) =>
      toActivityJob(run, withMaskedCause(step, masks), {
        index,
        times: times[index]!,
        attempts: attempts[index]!,
        workflow,
        sendings,
      }),
    ),
    ...(event && { payload: maskedPayload(event.payload, masks) }),
    ...(event?.trace && { traceId: traceIdOf(event.trace) }),
    ...(run.topics && { topics: run.topics.map(({ id, key }) => ({ _topicId: id, topicKey: key })) }),
    tags: run.tags,
    severity: run.severity,
    critical: run.critical,
    ...(run.test && { isTest: true }),
    contextKeys: run.contextKeys,
    ...(event?.problems && { problems: event.problems.map(toEventProblemDto) }),
  });
}

/** A step without the values of masked members of the payload that its decision has read. */
function withMaskedCause(step: RunStep, masks: Masks): RunStep {
  const { cause } = step;
  if (!cause) return step;
  const values = cause.values.map(({ name, value }) => ({ name, value: maskedValue(name, value, masks) }));
  return { ...step, cause: { ...(cause.rule !== undefined && { rule: cause.rule }), values } };
}

/** What the entry of a step is made of besides the step. */
interface JobSurroundings extends Pick<RunSurroundings, 'workflow' | 'sendings'> {
  index: number;
  times: StepTimes;
  attempts: readonly SendAttempt[];
}

function toActivityJob(
  run: Run,
  step: RunStep,
  { index, times, attempts, workflow, sendings }: JobSurroundings,
): ActivityJobDto {
  const stepId = step.id.toHexString();
  const { status, reason } = stateOf(run, step);
  const digest = step.type === 'digest' ? toDigest(workflow, step) : undefined;
  const sms = step.messageIds?.map((id) => sendings.get(id)?.sms).find((size) => size !== undefined);
  return {
    _id: jobId(run._id, step.stepId),
    type: step.type,
    status,
    ...(reason && { reason }),
    ...explanationOf(step),
    ...(digest && { digest }),
    ...(run.wait &&
      index === run.stepIndex && {
        scheduleExtensionsCount: run.wait.extensions,
        waitsUntil: run.wait.until.toISOString(),
      }),
    ...(attempts.length > 0 && { attempts: attempts.map(toSendAttemptDto) }),
    ...(sms && { sms }),
    ...iso(times),
    providerId: step.providerId ?? IN_APP_PROVIDER,
    executionDetails: [
      ...step.details.map(({ at, status, detail }, index) => ({
        ...detailOf(derivedId(run._id, 'detail', stepId, String(index)), at, particularsOf(step, index)),
        status,
        detail,
        source: 'Internal',
      })),
      ...(step.messageIds ?? []).flatMap((messageId) => reportsOf(messageId, sendings)),
    ].map((line) => Object.assign(line, { isTest: run.test === true })),
    step: { _id: stepId, active: true, filters: [], _templateId: stepId, name: step.name },
    updatedAt: run.updatedAt.toISOString(),
  };
}

/** The attempts of a step: those of its messages, and of messages that are being sent. */
function attemptsOf(run: Run, step: RunStep, index: number, sendings: RunSurroundings['sendings']): SendAttempt[] {
  const stored = (step.messageIds ?? []).flatMap((id) => sendings.get(id)?.attempts ?? []);
  const open = index === run.stepIndex ? Object.entries(run.wait?.sending ?? {}) : [];
  const known = new Set(step.messageIds?.map((id) => id.toHexString()));
  const sending = open.flatMap(([id, { attempts }]) => (known.has(id) ? [] : attempts));
  return [...stored, ...sending].sort((a, b) => a.at.getTime() - b.at.getTime());
}

function timesOf(run: Run, steps: StepTimes[], event: RunSurroundings['event']) {
  const started = run.createdAt.getTime();
  return {
    ...(event && {
      acceptedAt: event.createdAt.toISOString(),
      queueDelayMs: Math.max(0, started - event.createdAt.getTime()),
    }),
    startedAt: run.createdAt.toISOString(),
    ...iso({ endedAt: endOfRun(run, steps) }),
  };
}

function iso({ startedAt, endedAt }: StepTimes): { startedAt?: string; endedAt?: string } {
  return {
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  };
}

/** Why a step ended as it did, for the activity and for simulations. */
export function explanationOf({ decidedBy, cause }: RunStep): Pick<RunStep, 'decidedBy' | 'cause'> {
  return { ...(decidedBy !== undefined && { decidedBy }), ...(cause && { cause }) };
}

/** Details of one line of a step's history; the last line has the cause as text, for clients that read nothing else. */
export function particularsOf({ details, decidedBy = '', cause }: RunStep, position: number): string | undefined {
  const { raw } = details[position] ?? {};
  if (raw !== undefined || !cause || position !== details.length - 1) return raw;
  const values = cause.values.map(({ name, value }) => `${name} = ${JSON.stringify(value)}`).join(', ');
  return [`${decidedBy}:`, cause.rule, cause.rule && values && 'with', values].filter(Boolean).join(' ');
}

/** Reports about a message, in the order of arrival: of providers, and what is noted here. */
function reportsOf(messageId: Types.ObjectId, sendings: RunSurroundings['sendings']): ExecutionDetailDto[] {
  const { reports = [], engagement = {} } = sendings.get(messageId) ?? {};
  const reported = reports.map((report) => {
    const { eventId, status, at, response } = report;
    const own = isOwnReport(report);
    return {
      ...detailOf(derivedId(messageId, 'report', eventId), at, own ? engagementInWords(report, engagement) : response),
      status: stepDetailStatus(status),
      detail: own ? (status === 'opened' ? 'Opened' : 'Link clicked') : `Reported by the provider: ${status}`,
      source: own ? 'Internal' : 'Webhook',
    };
  });
  const { automated } = engagement;
  if (!automated) return reported;
  const raw = `${automated.by}, ${times(automated.count)}`;
  const byPrograms = {
    ...detailOf(derivedId(messageId, 'report', 'automated'), automated.at, raw),
    status: 'Success',
    detail: 'Loaded or followed by a program: not counted',
    source: 'Internal',
  };
  return [...reported, byPrograms];
}

function engagementInWords({ status }: DeliveryReport, engagement: Engagement): string | undefined {
  const noted = status === 'opened' ? engagement.opened : engagement.clicked;
  return noted && times(noted.count);
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function detailOf(id: Types.ObjectId, at: Date, raw: string | undefined) {
  return { _id: id.toHexString(), createdAt: at.toISOString(), isRetry: false, isTest: false, raw: raw ?? null };
}

/** The id of a step of a run for clients, which see it as the "job" that executed it. */
export function jobId(runId: Types.ObjectId, stepId: string): string {
  return derivedId(runId, 'job', stepId).toHexString();
}

/**
 * Steps of a canceled run that had not ended are shown as canceled, because only the run is updated when it is
 * canceled.
 */
export function stateOf(
  run: Pick<Run, 'status'>,
  { status, reason }: Pick<RunStep, 'status' | 'reason'>,
): Pick<RunStep, 'status' | 'reason'> {
  return run.status !== 'canceled' || !NOT_BEGUN.includes(status)
    ? { status, reason }
    : { status: 'canceled', reason: 'run_canceled' };
}

function toDigest(workflow: Workflow | undefined, { id }: RunStep): ActivityDigestDto | undefined {
  const controls = workflow?.steps.find(({ _id }) => _id.equals(id))?.controlValues;
  if (!controls) return undefined;
  const { type, amount, unit, digestKey, lookBackWindow } = controls;
  return {
    type: type === 'timed' ? 'timed' : lookBackWindow ? 'backoff' : 'regular',
    ...(typeof amount === 'number' && { amount }),
    ...(typeof unit === 'string' && { unit }),
    ...(typeof digestKey === 'string' && { digestKey }),
  };
}

function toActivitySubscriber(subscriber: ShownProfile<Subscriber>): ActivitySubscriberDto {
  const { _id, subscriberId, firstName, lastName, email, phone } = subscriber;
  return dto<ActivitySubscriberDto>({
    _id: _id,
    subscriberId,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { email }),
    ...(phone && { phone }),
  });
}

function toActivityTemplate({ _id, name, workflowId }: Workflow): ActivityTemplateDto {
  return dto<ActivityTemplateDto>({ _id, name, triggers: [{ type: 'event', identifier: workflowId, variables: [] }] });
}
