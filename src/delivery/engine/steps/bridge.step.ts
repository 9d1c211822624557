import { freeFormProblem } from '../../../platform/validation/decorators.js';
import { isObject } from '../../../platform/values/is-object.js';
import type { BridgeFailure, StepQuestion, StepResponse } from '../../../workflows/bridge/bridge-client.js';
import type { TriggerOverrides } from '../../../events/store/event.schema.js';
import type { StepReason } from '../../../notifications/activity/step-reasons.js';
import { later } from '../../../platform/clock.js';
import type { StepType } from '../../../workflows/steps/step-kinds.js';
import { failed, skipped, type StepOutcome } from '../step-outcome.js';
import { visibleData } from './controls.js';
import type { StepContext, StepExecutor, StepServices } from './step.js';

/** Behaviour CF6: milliseconds before an application is asked again. */
const RETRY_WAITS = [1000, 2000, 4000];

const REASONS: Record<BridgeFailure['kind'], StepReason> = {
  unreachable: 'bridge_unreachable',
  refused: 'bridge_refused',
  invalid: 'bridge_invalid',
};

/**
 * Executes a step of a workflow in code (behaviour CF4): asks the application for the outputs, then does with them what a
 * step of its type does with its rendered controls. While the step waits, for a digest or for a provider, the response is
 * kept with the run, so that the application is asked once.
 */
export async function executeBridgeStep(
  context: StepContext,
  services: StepServices,
  executors: Record<StepType, StepExecutor>,
): Promise<StepOutcome> {
  const { run, step, scope, wait } = context;
  const before = wait?.bridge;
  let response = before?.response;
  if (!response) {
    const reply = await services.effects.askBridge({
      environmentId: run.environmentId,
      url: scope.event.bridge?.url,
      workflowId: scope.workflow.workflowId,
      stepId: step.stepId,
      question: questionOf(context),
    });
    if (!reply.ok) return withoutResponse(context, reply);
    response = reply.value;
  }
  if (response.skip) return skipped('bridge_skipped', 'Step skipped by the application');
  const problem = freeFormProblem(response.outputs);
  if (problem !== undefined) return withoutResponse(context, unstorable(`outputs ${problem}`, scope.now));
  const outcome = await executors[step.type](withResponse(context, response), services);
  return outcome.wait ? { ...outcome, wait: { ...outcome.wait, bridge: { attempts: 0, response } } } : outcome;
}

/** What the application is asked for a step, with the results of all earlier steps. */
export function questionOf(context: StepContext): StepQuestion {
  const { run, step, scope } = context;
  const { subscriber, context: contexts, env, actor, steps } = visibleData(context);
  const results = isObject(steps) ? steps : {};
  const controls = scope.workflow.external ? step.controlValues : withoutOwn(step.controlValues);
  return {
    payload: scope.event.payload,
    controls,
    subscriber,
    context: contexts,
    env: variablesRead(controls, env),
    ...(actor !== undefined && { actor }),
    state: run.steps.slice(0, run.stepIndex).map(({ stepId, status }) => {
      const outputs = results[stepId];
      return { stepId, outputs: isObject(outputs) ? outputs : {}, state: { status } };
    }),
  };
}

/**
 * The variables that the control values name, which the application renders: it gets no others (behaviour CF15). Names are
 * found as whole words in a text that mentions `env`; a name that is computed is none.
 */
export function variablesRead(controls: StepQuestion['controls'], env: unknown): Record<string, unknown> {
  const words = new Set(JSON.stringify(controls).match(/\w+/g));
  if (!words.has('env') || !isObject(env)) return {};
  return Object.fromEntries(Object.entries(env).filter(([key]) => words.has(key)));
}

/** Without the condition, the time and what follows a failure, which are decided here for a step of a workflow made here (CF14). */
function withoutOwn({
  skip: _skip,
  expiresIn: _expiresIn,
  shouldStopOnFail: _shouldStopOnFail,
  ...controls
}: StepQuestion['controls']): StepQuestion['controls'] {
  return controls;
}

/** The step is retried, or fails (behaviour CF6, CF7): later steps need the result of this one. */
function withoutResponse({ wait, scope }: StepContext, failure: BridgeFailure): StepOutcome {
  const { kind, transient, error, at } = failure;
  const attempts = (wait?.bridge?.attempts ?? 0) + 1;
  const pause = transient ? RETRY_WAITS[attempts - 1] : undefined;
  if (pause === undefined) {
    const stop = scope.workflow.external && ({ status: 'canceled', reason: 'earlier_step_failed' } as const);
    return failed(REASONS[kind], 'The application has not executed the step', error, { ...(stop && { stop }) });
  }
  const until = later(at, pause);
  const raw = `${error}; next attempt ${until.toISOString()}`;
  return {
    status: 'delayed',
    reason: 'bridge_retrying',
    details: [{ status: 'Pending', detail: 'The application has not executed the step yet', raw }],
    wait: { until, since: wait?.since ?? scope.now, extensions: 0, bridge: { attempts } },
  };
}

/**
 * The same step with what the application has made of it in place of its controls. `wait` is kept only if it began
 * after the response: the wait for another attempt is none of the step.
 */
function withResponse(context: StepContext, { outputs, providers }: StepResponse): StepContext {
  const { step, scope, wait } = context;
  const overrides = withProviders(scope.event.overrides, providers);
  return {
    ...context,
    isRendered: true,
    wait: wait?.bridge?.response ? wait : undefined,
    step: Object.assign({}, step, { controlValues: controlsOf(step.type, outputs) }),
    scope: { ...scope, event: Object.assign({}, scope.event, { overrides }) },
  };
}

function unstorable(error: string, at: Date): BridgeFailure {
  return { ok: false, kind: 'invalid', transient: false, error, at };
}

/** The control values that these outputs stand for. An email has no layout unless the code names one. */
function controlsOf(type: StepType, outputs: Record<string, unknown>): Record<string, unknown> {
  switch (type) {
    case 'email':
      return { layoutId: null, ...outputs, editorType: 'html', disableOutputSanitization: true };
    case 'chat':
      return outputs.body === undefined ? { ...outputs, body: cardText(outputs.card) } : outputs;
    case 'custom':
      return { custom: outputs };
    default:
      return outputs;
  }
}

/** The texts of a chat card, one a line: providers get plain text. */
function cardText(card: unknown): string {
  if (!isObject(card)) return '';
  const { title, subtitle, content, label, url, value, headers, rows, children } = card;
  const own = [title, subtitle, content, joined([label, value ?? url], ': '), joined(headers, ' | ')];
  const listed = Array.isArray(rows) ? rows.map((row) => joined(row, ' | ')) : [];
  const inner = Array.isArray(children) ? children.map(cardText) : [];
  return [...own, ...listed, ...inner].filter((text) => typeof text === 'string' && text !== '').join('\n');
}

function joined(texts: unknown, separator: string): string {
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string' && text !== '').join(separator) : '';
}

/** Behaviour CF8: what the code says for a provider; the trigger's own values take precedence. */
function withProviders(
  overrides: TriggerOverrides | undefined,
  providers: StepResponse['providers'] = {},
): TriggerOverrides | undefined {
  const ids = Object.keys(providers);
  if (ids.length === 0) return overrides;
  const given = overrides?.providers ?? {};
  const merged = ids.map((id) => [id, { ...providers[id], ...given[id] }] as const);
  return { ...overrides, providers: { ...given, ...Object.fromEntries(merged) } };
}
