import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { isChannel } from '#libs/channels.js';
import { inlineStyles } from '#libs/rendering/email/styles/inline-styles.js';
import type { LocaleTexts } from '#libs/rendering/translations/translations.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { assertMayIn } from '../../auth/may-write.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import type { Layout } from '../../layouts/layout.schema.js';
import type { LayoutBook } from '../../layouts/layouts.service.js';
import { LayoutsService } from '../../layouts/layouts.service.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { stylesTask, translationKeysTask } from '../../platform/computation/rendering.tasks.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { MessageLinks } from '../../preferences/links/message-links.service.js';
import { TranslationsService } from '../../translations/translations.service.js';
import { type Finding, inOrder, type StepFinding } from '../../workflows/checks/finding.js';
import { namesFindings } from '../../workflows/checks/issue-findings.js';
import { channelFindings } from '../../workflows/checks/channel-findings.js';
import { type CheckedContent, findingsTask } from '../../workflows/checks/step-findings.js';
import {
  textsFindings,
  untranslatedFindings,
  type UsedText,
  usedTexts,
} from '../../workflows/checks/translation-findings.js';
import { isSubscription } from '../../workflows/kind.js';
import { stepVariables } from '../../workflows/steps/step-variables.js';
import { isInCode, type Workflow, type WorkflowStep } from '../../workflows/workflow.schema.js';
import { WorkflowChangesService } from '../../workflows/workflow-changes.service.js';
import type { UpdateWorkflowDto } from '../../workflows/workflow-requests.dto.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { EnvironmentFacts } from '../engine/run-input.js';
import { layoutChoice } from '../engine/rendering/rendering-sources.js';
import { EnvironmentFactsService } from '../runs/scopes/environment-facts.service.js';
import type { PreviewPayloadDto } from '../preview/preview.dto.js';
import { PreviewService, withSample } from '../preview/preview.service.js';
import type { CheckResultDto, CheckWorkflowDto } from './checks.dto.js';

/** A step that is checked: how it is rendered, and what that has shown. */
interface Rendered {
  step: WorkflowStep;
  content: CheckedContent;
  findings: StepFinding[];
  layout?: Layout;
}

/** Texts that a step looks up, and those that it lacks. */
interface LookedUp {
  used: UsedText[];
  findings: StepFinding[];
}

interface StepTexts extends LookedUp {
  usedByLayout: UsedText[];
}

/** Checks workflows before they are sent (behaviour CK1). Stores nothing, and opens no link. */
@Injectable()
export class ChecksService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly changes: WorkflowChangesService,
    private readonly environments: EnvironmentsService,
    private readonly facts: EnvironmentFactsService,
    private readonly integrations: IntegrationsService,
    private readonly layouts: LayoutsService,
    private readonly translations: TranslationsService,
    private readonly previews: PreviewService,
    private readonly links: MessageLinks,
    private readonly computation: Computation,
    private readonly config: Config,
  ) {}

  /** Throws 404 for an unknown workflow without a draft or an unknown target, and what an update with the draft would throw. */
  async check(
    environment: EnvironmentRef,
    reference: string,
    { draft, targetEnvironmentId, sample, previewPayload = {} }: CheckWorkflowDto,
  ): Promise<CheckResultDto> {
    const workflow = await this.workflowOf(environment, reference, draft);
    const given = withSample(workflow, sample, previewPayload);
    const target = await this.targetOf(environment, targetEnvironmentId);
    const place = target?.name ?? 'This environment';
    const sender = { ...environment, id: target?._id ?? environment.id };
    const channels = channelFindings(workflow, await this.integrations.findActive(sender), {
      environment: place,
      address: publicAddress(this.config, ''),
    });
    const [book, facts] = await Promise.all([this.layoutsOf(environment, workflow), this.facts.find(sender)]);
    const rendered = await Promise.all(
      workflow.steps.map((step) => this.render(environment, workflow, step, book, given, facts)),
    );
    const texts = await this.textsOf(environment, workflow, rendered);
    const variables = { environment: place, keys: [...Object.keys(facts.open), ...Object.keys(facts.secret)] };
    const contents = rendered.map(({ step, content }, index): CheckedContent => {
      const { used, usedByLayout } = texts[index]!;
      return { ...content, variables, scope: stepVariables(workflow, step), texts: used, textsOfLayout: usedByLayout };
    });
    const work = { environmentId: environment.id, urgent: true };
    const inSteps = await this.computation.run(findingsTask, contents, work);
    const ofSteps = rendered.flatMap(({ step, findings }, index) =>
      [...(inSteps[index] ?? []), ...findings].map((one) => placed(step, one)),
    );
    const ofTexts = rendered.flatMap(({ step }, index) => texts[index]!.findings.map((one) => placed(step, one)));
    const findings = inOrder([...namesFindings(workflow), ...channels, ...ofSteps, ...ofTexts]);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const sizes = rendered.flatMap(({ step: { stepId }, content: { html } }) =>
      html === undefined ? [] : [{ stepId, bytes: Buffer.byteLength(html) }],
    );
    return { findings, errors, warnings: findings.length - errors, sizes };
  }

  /** A draft may be that of a workflow that is not stored yet. */
  private async workflowOf(
    environment: EnvironmentRef,
    reference: string,
    draft: UpdateWorkflowDto | undefined,
  ): Promise<Workflow> {
    if (!draft) return this.workflows.findOrFail(environment, reference);
    const current = await this.workflows.find(environment, reference);
    return this.changes.draft(environment, reference, draft, current);
  }

  /** The environment whose integrations, variables and brand count (behaviour CK8, CK9, CK11). */
  private async targetOf(
    environment: EnvironmentRef,
    reference: string | undefined,
  ): Promise<{ _id: Types.ObjectId; name: string } | undefined> {
    if (reference === undefined) return undefined;
    const target = await this.environments.findOrFail(environment, reference);
    assertMayIn(environment, target, 'workflows:read');
    return target;
  }

  private layoutsOf(environment: EnvironmentRef, { steps }: Workflow): Promise<LayoutBook> {
    const named = steps.flatMap((step) => (step.type === 'email' ? (layoutChoice(undefined, step) ?? []) : []));
    return this.layouts.find(environment, [...new Set(named)]);
  }

  private async render(
    environment: EnvironmentRef,
    workflow: Workflow,
    step: WorkflowStep,
    { named, default: byDefault }: LayoutBook,
    given: PreviewPayloadDto,
    facts: EnvironmentFacts,
  ): Promise<Rendered> {
    const { type, controlValues, issues = [] } = step;
    const { payloadSchema } = workflow;
    const base: CheckedContent = { type, controlValues, issues, ...(payloadSchema && { payloadSchema }) };
    // An application is not asked: it checks what it has written.
    if (isInCode(workflow, step)) return { step, content: { ...base, controlValues: {} }, findings: [] };
    if (!isChannel(type)) return { step, content: base, findings: [] };
    const { content } = await this.previews.rendered(environment, workflow, step, given, facts);
    const isKnown = issues.some(({ severity }) => severity !== 'warning');
    const failed: StepFinding[] =
      content.ok || isKnown
        ? []
        : [{ code: 'rendering_failed', severity: 'error', message: `With the sample data, ${content.error}.` }];
    if (type !== 'email') return { step, content: base, findings: failed };
    const choice = layoutChoice(undefined, step);
    const layout = choice === null ? undefined : choice === undefined ? byDefault : named.get(choice);
    if (typeof choice === 'string' && !layout) {
      const message = `Layout '${choice}' does not exist. The email is sent without it.`;
      failed.push({ code: 'layout_missing', severity: 'warning', field: 'layoutId', message });
    }
    const framed = {
      ...base,
      ...(layout?.email && { layout: { layoutId: layout.layoutId, body: layout.email.body } }),
    };
    const framing = layout && { layout };
    if (!content.ok) return { step, content: framed, findings: failed, ...framing };
    const html = await this.styled(
      environment,
      String(content.value.body),
      controlValues.disableOutputSanitization === true,
    );
    const { unsubscribe, preferences } = this.links.samples;
    const ways = isSubscription(workflow) ? [unsubscribe, preferences] : undefined;
    return { step, content: { ...framed, html, ...(ways && { unsubscribe: ways }) }, findings: failed, ...framing };
  }

  /** As it is sent (behaviour E3). */
  private async styled({ id }: EnvironmentRef, html: string, isFinal: boolean): Promise<string> {
    if (isFinal) return html;
    return inlineStyles(html, (apart) => this.computation.run(stylesTask, apart, { environmentId: id, urgent: true }));
  }

  /** Behaviour CK10. */
  private async textsOf(
    environment: EnvironmentRef,
    workflow: Workflow,
    rendered: readonly Rendered[],
  ): Promise<StepTexts[]> {
    const ofWorkflow = { type: 'workflow' as const, id: workflow.workflowId };
    const layoutIds = rendered.flatMap(({ layout }) => (layout ? [layout.layoutId] : []));
    const ofLayouts = [...new Set(layoutIds)].map((id) => ({ type: 'layout' as const, id }));
    const book = await this.translations.find(environment, [ofWorkflow, ...ofLayouts]);
    return Promise.all(
      rendered.map(async ({ step, layout }) => {
        const own = await this.lookedUp(environment, step.controlValues, book.of(ofWorkflow), {
          what: 'The workflow',
          isTranslated: workflow.isTranslationEnabled,
        });
        if (!layout) return { ...own, usedByLayout: [] };
        const { layoutId, email, isTranslationEnabled: isTranslated } = layout;
        const texts = book.of({ type: 'layout', id: layoutId });
        const framing = await this.lookedUp(environment, email?.body ?? '', texts, { what: 'It', isTranslated });
        const inLayout = framing.findings.map(({ message, ...one }) => ({
          ...one,
          field: 'layoutId',
          message: `Layout '${layoutId}': ${message}`,
        }));
        return { used: own.used, usedByLayout: framing.used, findings: [...own.findings, ...inLayout] };
      }),
    );
  }

  private async lookedUp(
    { id: environmentId }: EnvironmentRef,
    templates: unknown,
    texts: readonly LocaleTexts[],
    { what, isTranslated }: { what: string; isTranslated: boolean },
  ): Promise<LookedUp> {
    const keys = await this.computation.run(translationKeysTask, templates, { environmentId, urgent: true });
    if (!isTranslated) return { used: [], findings: untranslatedFindings(keys, what) };
    return { used: usedTexts(keys, texts), findings: textsFindings(keys, texts, this.config.defaultLocale) };
  }
}

function placed({ stepId, type }: WorkflowStep, finding: StepFinding): Finding {
  const { code, severity, ...rest } = finding;
  return { code, severity, stepId, ...(isChannel(type) && { channel: type }), ...rest };
}
