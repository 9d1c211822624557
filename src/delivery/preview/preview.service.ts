import { Injectable } from '@nestjs/common';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { Clock } from '../../platform/clock.js';
import { isObject } from '../../platform/values/is-object.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { BridgeClient } from '../../workflows/bridge/bridge-client.js';
import { newEvent } from '../../events/accept/new-event.js';
import { parseContext } from '../../contexts/trigger-context.js';
import { newSubscriber } from '../../subscribers/profiles/profile-writes.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { assertStepValues } from '../../workflows/steps/control-values.js';
import { stepVariables } from '../../workflows/steps/step-variables.js';
import { payloadWith } from '../../workflows/samples.dto.js';
import { isInCode, type Workflow, type WorkflowStep } from '../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { EnvironmentFactsService } from '../runs/scopes/environment-facts.service.js';
import { newRun } from '../engine/run-documents.js';
import { RunExecutor } from '../runs/execution/run-executor.service.js';
import { RunScopesService } from '../runs/scopes/run-scopes.service.js';
import { type RenderingSources, workflowTexts } from '../engine/rendering/rendering-sources.js';
import { masked } from '../engine/rendering/secrets.js';
import { type EnvironmentFacts, stepData } from '../engine/run-input.js';
import { questionOf } from '../engine/steps/bridge.step.js';
import type { StepContext } from '../engine/steps/step.js';
import type {
  PreviewDto,
  PreviewErrorDto,
  PreviewPayloadDto,
  PreviewRequestDto,
  PreviewResultDto,
  PreviewSubscriberDto,
} from './preview.dto.js';
import { EXAMPLE_SUBSCRIBER, type ExampleData, exampleData, overlaid } from './example-data.js';
import { ProviderAccounts } from '../sending/provider-accounts.js';
import { stepReferencesTask } from '../../workflows/issues/variable-references.js';
import { type StepContent, stepContent } from './step-content.js';

/** Renders what a step would deliver, saved or not, in the same way as a delivery. Nothing is stored or sent. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly environments: EnvironmentFactsService,
    private readonly scopes: RunScopesService,
    private readonly executor: RunExecutor,
    private readonly bridge: BridgeClient,
    private readonly accounts: ProviderAccounts,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for an unknown workflow or step, 422 for control values that are invalid for the kind of step. */
  async preview(
    environment: EnvironmentRef,
    workflowReference: string,
    stepReference: string,
    { controlValues, type, sample, previewPayload = {} }: PreviewRequestDto,
  ): Promise<PreviewDto> {
    const found = await this.workflows.findStep(environment, workflowReference, stepReference, type);
    const step: WorkflowStep = Object.assign({}, found.step, controlValues && { controlValues });
    if (!isInCode(found.workflow, step)) assertStepValues(step.type, step.controlValues);
    const others = found.workflow.steps.filter(({ _id }) => !_id.equals(step._id));
    const at = found.workflow.steps.findIndex(({ _id }) => _id.equals(step._id));
    const steps = others.toSpliced(at < 0 ? others.length : at, 0, step);
    const workflow: Workflow = Object.assign(
      {},
      found.workflow,
      { steps },
      previewPayload.t && { isTranslationEnabled: true },
    );
    const { payload, content, env, locale } = await this.rendered(
      environment,
      workflow,
      step,
      withSample(workflow, sample, previewPayload),
    );
    return {
      previewPayloadExample: Object.assign({}, payload, { env }),
      schema: stepVariables(workflow, step),
      result: Object.assign(resultOf(step, content), locale !== undefined && { locale }),
    };
  }

  /**
   * What a step of a workflow would deliver, and the data: what is given, and examples for everything else. `place`: the
   * environment whose brand it has, if it is another one.
   */
  async rendered(
    environment: EnvironmentRef,
    workflow: Workflow,
    step: WorkflowStep,
    given: PreviewPayloadDto,
    place?: EnvironmentFacts,
  ): Promise<RenderedStep> {
    const work = { environmentId: environment.id, urgent: true };
    const reads = await this.executor.services.computation.run(stepReferencesTask, step.controlValues, work);
    const payload = completed(exampleData(workflow, step, reads, this.clock.now()), given);
    return { payload, ...(await this.render(environment, workflow, step, payload, place)) };
  }

  private async render(
    environment: EnvironmentRef,
    workflow: Workflow,
    step: WorkflowStep,
    payload: CompletePayload,
    place?: EnvironmentFacts,
  ): Promise<Omit<RenderedStep, 'payload'>> {
    const now = this.clock.now();
    const { event } = newEvent(
      environment,
      {
        name: workflow.workflowId,
        kind: 'single',
        recipients: [],
        payload: payload.payload,
        attachments: [],
        context: parseContext(payload.context, this.config),
        transactionId: 'preview',
      },
      workflow,
      { createdAt: now, expiresAt: now },
    );
    const subscriber = toSubscriber(environment, payload.subscriber, now);
    const actor = payload.actor && toSubscriber(environment, payload.actor, now);
    const { brand: ownBrand, ...facts } = await this.environments.find(environment);
    const brand = place ? place.brand : ownBrand;
    const env = withGiven({ ...facts, ...(brand && { brand }) }, payload.env);
    const input = { event, workflow, subscriber, ...(actor && { actor }), env, inAppActive: true, now };
    const run = newRun(input, 0);
    const [loaded] = await this.scopes.load(environment, [{ run, input, recovering: false }]);
    if (!loaded) throw new Error('A run has no scope');
    const scope = { ...loaded, sources: withTexts(loaded.sources, workflow, payload.t), hidesSecrets: true };
    const data = stepData(scope, payload.steps);
    const context: StepContext = { run, step, scope, data, missing: new Set() };
    const texts = workflowTexts(scope.sources, workflow, subscriber.locale);
    return {
      ...(texts.contents.length > 0 && { locale: texts.locale }),
      content: await (isInCode(workflow, step)
        ? this.contentInCode(context)
        : stepContent(context, { ...this.executor.services, accounts: this.accounts })),
      env: { ...masked(env.secret), ...env.open },
    };
  }

  /** What the application makes of the step; it uses examples for earlier steps. */
  private async contentInCode(context: StepContext): Promise<StepContent> {
    const { run, step, scope } = context;
    const reply = await this.bridge.step({
      action: 'preview',
      environmentId: run.environmentId,
      workflowId: scope.workflow.workflowId,
      stepId: step.stepId,
      question: questionOf(context),
    });
    return reply.ok ? { ok: true, value: reply.value.outputs } : { ok: false, problem: 'bridge', error: reply.error };
  }
}

type CompletePayload = PreviewPayloadDto &
  Required<Pick<PreviewPayloadDto, 'subscriber' | 'payload' | 'steps' | 'context'>>;

interface RenderedStep {
  payload: CompletePayload;
  content: StepContent;
  /** Variables of the environment; secret ones are masked. */
  env: Record<string, unknown>;
  /** The language of its texts; absent without translations. */
  locale?: string;
}

/** The given values, and examples for everything else that the step reads. */
function completed(example: ExampleData, given: PreviewPayloadDto): CompletePayload {
  const reads = example.actorData;
  return Object.assign({}, given, {
    subscriber: subscriberWith(given.subscriber, example.subscriberData),
    ...((given.actor ?? reads) && { actor: subscriberWith(given.actor, reads ?? {}) }),
    payload: overlaid(example.payload, given.payload),
    steps: overlaid(example.steps, given.steps),
    context: overlaid(example.context, given.context),
  });
}

/** The data of a request that may name a sample. */
export function withSample(
  workflow: Workflow,
  sample: string | undefined,
  given: PreviewPayloadDto,
): PreviewPayloadDto {
  const payload = payloadWith(workflow, sample, given.payload);
  return Object.assign({}, given, payload && { payload });
}

function subscriberWith(given: PreviewSubscriberDto = {}, data: Record<string, unknown>): PreviewSubscriberDto {
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...EXAMPLE_SUBSCRIBER, ...stated, data: overlaid(data, given.data ?? undefined) };
}

function toSubscriber(environment: EnvironmentRef, profile: PreviewSubscriberDto, now: Date): Subscriber {
  const { isOnline, lastOnlineAt } = profile;
  const subscriberId = profile.subscriberId ?? EXAMPLE_SUBSCRIBER.subscriberId;
  const lastSeen = typeof lastOnlineAt === 'string' ? new Date(lastOnlineAt) : undefined;
  return Object.assign(
    newSubscriber(environment, Object.assign({}, profile, { subscriberId }), now),
    typeof isOnline === 'boolean' && { isOnline },
    lastSeen && !Number.isNaN(lastSeen.getTime()) && { lastOnlineAt: lastSeen },
  );
}

/** Texts of the default language that are not saved yet. */
function withTexts(
  sources: RenderingSources,
  { workflowId: id }: Workflow,
  content: Record<string, unknown> | undefined,
): RenderingSources {
  if (!content) return sources;
  const texts = { locale: canonicalLocale(sources.defaultLocale) ?? sources.defaultLocale, content };
  return { ...sources, translations: sources.translations.with({ type: 'workflow', id }, texts) };
}

/** Given values replace those of the environment, including secrets: the caller knows the values it gives. */
function withGiven(facts: EnvironmentFacts, given: Record<string, unknown> = {}): EnvironmentFacts {
  const texts = Object.entries(given).map(([key, value]) => [
    key,
    isObject(value) ? JSON.stringify(value) : String(value),
  ]);
  return { ...facts, open: { ...facts.open, ...Object.fromEntries(texts) } };
}

function resultOf({ type }: WorkflowStep, content: StepContent): PreviewResultDto {
  return content.ok
    ? { type, preview: content.value, ...content.notes }
    : { type, error: { ...PROBLEMS[content.problem], message: content.error } };
}

const PROBLEMS: Record<'template' | 'content' | 'bridge', Omit<PreviewErrorDto, 'message'>> = {
  template: {
    title: 'The template cannot be rendered',
    hint: 'Look at the tags and filters at this place, and at the values they are given.',
  },
  content: {
    title: 'The content is not valid',
    hint: 'Correct this field, or the values that its template uses.',
  },
  bridge: {
    title: 'The application does not preview the step',
    hint: 'Look at the application, and at the bridge URL of the environment.',
  },
};
