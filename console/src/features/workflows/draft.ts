import type { Schemas } from '../../api/client';
import { EMPTY_BLOCKS } from '../../ui/blocks';
import type { StepType } from '../../ui/step-name';

export type Workflow = Schemas['WorkflowDto'];
export type Preferences = Schemas['WorkflowPreferencesDto'];

/** A step while it is edited. */
export interface DraftStep {
  /** The same as long as the editor is open, whatever is saved or renamed. */
  key: string;
  /** Undefined until it is saved. */
  _id?: string;
  stepId: string;
  name: string;
  type: StepType;
  controlValues: Record<string, unknown>;
  /** The application of the environment says what it does. */
  inCode?: boolean;
  /** What the body was before it was converted to HTML; gone when that is saved. */
  blocks?: { body: unknown; editorType: unknown };
}

/** A workflow while it is edited: what a request sends, with the schema as it was typed. */
export interface Draft {
  name: string;
  description: string;
  tags: string[];
  active: boolean;
  severity: Workflow['severity'];
  validatePayload: boolean;
  strictVariables: boolean;
  kind: Workflow['kind'];
  /** One of the tags; null: none. */
  category: string | null;
  quietHours: Workflow['quietHours'];
  /** Null: nothing is too late. */
  expiresIn: NonNullable<Workflow['expiresIn']> | null;
  isTranslationEnabled: boolean;
  samples: readonly Schemas['WorkflowSampleDto'][];
  payloadSchema: string;
  /** Null: the default applies. */
  preferences: Preferences | null;
  steps: DraftStep[];
  /** Texts that were taken out of the steps, to be saved before them. */
  extracted?: Extracted;
}

/** Texts of the default language that are not saved yet. */
export interface Extracted {
  locale: string;
  /** By key. */
  texts: Record<string, string>;
  /** All texts of the language, as they will be. */
  content: Record<string, unknown>;
  /** The draft without them. */
  before: Draft;
}

let made = 0;

function newKey(): string {
  made += 1;
  return `step-${made}`;
}

/** What the editor begins with. `former`: the steps that are shown, which keep their keys. */
export function draftOf(workflow: Workflow, former: readonly DraftStep[] = []): Draft {
  const { name, description = '', tags, active, severity, payloadSchema, preferences } = workflow;
  return {
    name,
    description,
    tags,
    active,
    severity,
    validatePayload: workflow.validatePayload,
    strictVariables: workflow.strictVariables,
    kind: workflow.kind,
    category: workflow.category,
    quietHours: workflow.quietHours,
    expiresIn: workflow.expiresIn ?? null,
    isTranslationEnabled: workflow.isTranslationEnabled,
    samples: workflow.samples ?? [],
    payloadSchema: payloadSchema ? JSON.stringify(payloadSchema, null, 2) : '',
    preferences: preferences.user,
    steps: workflow.steps.map((step) => ({
      key: former.find(({ stepId }) => stepId === step.stepId)?.key ?? newKey(),
      _id: step._id,
      stepId: step.stepId,
      name: step.name,
      type: step.type,
      controlValues: step.controlValues,
      ...(step.inCode && { inCode: true }),
    })),
  };
}

/** The request that saves it. What is left out of it stays as it is. Throws for a schema that is not valid JSON. */
export function requestOf({
  payloadSchema,
  preferences,
  samples,
  steps,
  extracted: _texts,
  ...fields
}: Draft): Schemas['UpdateWorkflowDto'] {
  return {
    ...fields,
    samples: [...samples],
    payloadSchema: payloadSchema.trim() === '' ? null : (JSON.parse(payloadSchema) as Record<string, unknown>),
    preferences: { user: preferences },
    steps: steps.map(({ key: _key, blocks: _blocks, ...step }) => step) as Schemas['StepUpsertDto'][],
  };
}

/** The request that creates a copy: inactive, with an identifier of its own. */
export function duplicateOf(workflow: Workflow): Omit<Schemas['CreateWorkflowDto'], 'workflowId'> {
  const { steps, preferences, ...request } = requestOf(draftOf(workflow));
  return {
    ...request,
    name: `Copy of ${workflow.name}`,
    active: false,
    ...(preferences.user && { preferences }),
    steps: steps.map(({ _id: _stored, ...step }) => step),
  };
}

/** What an author determines of a workflow, for comparing versions: steps by their id, because places change. */
export function comparable(workflow: Workflow): object {
  const { steps, preferences, ...settings } = draftOf(workflow);
  return {
    ...settings,
    preferences: preferences ?? {},
    order: steps.map(({ stepId }) => stepId).join(', '),
    steps: Object.fromEntries(
      steps.map(({ stepId, name, type, controlValues }) => [stepId, { name, type, ...controlValues }]),
    ),
  };
}

/** Whether two drafts would be saved alike. */
export function isSame(one: Draft, other: Draft): boolean {
  const plain = (draft: Draft) =>
    JSON.stringify({ ...draft, steps: draft.steps.map((step) => ({ ...step, key: '' })) });
  return plain(one) === plain(other);
}

/** A new step, with a step id that the workflow does not have yet. */
export function newStep(type: StepType, name: string, steps: readonly DraftStep[]): DraftStep {
  const taken = new Set(steps.map(({ stepId }) => stepId));
  const base = `${type.replaceAll('_', '-')}-step`;
  let number = 1;
  const idOf = () => (number === 1 ? base : `${base}-${number}`);
  while (taken.has(idOf())) number += 1;
  const controlValues = BEGINNINGS[type] ?? {};
  return { key: newKey(), stepId: idOf(), name: number === 1 ? name : `${name} ${number}`, type, controlValues };
}

/** What a new step has. */
const BEGINNINGS: Partial<Record<StepType, Record<string, unknown>>> = {
  email: { subject: '', body: EMPTY_BLOCKS, editorType: 'block' },
  delay: { type: 'regular', amount: 1, unit: 'hours' },
  wait_until: { timeout: { amount: 1, unit: 'hours' } },
  digest: { type: 'regular', amount: 10, unit: 'minutes' },
  throttle: { type: 'fixed', amount: 1, unit: 'hours', threshold: 1 },
  http_request: { method: 'POST', url: '' },
};

/** Moves a step by one place or more; past the ends it stays there. */
export function moved(steps: readonly DraftStep[], from: number, to: number): DraftStep[] {
  const step = steps[from];
  if (!step) return [...steps];
  return steps.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, steps.length - 1)), 0, step);
}

/** Sets or removes one control value. */
export function withControl(step: DraftStep, name: string, value: unknown): DraftStep {
  const { [name]: _former, ...others } = step.controlValues;
  // A value that stays keeps its place, so what was typed and taken back does not count as a change.
  const controlValues = value === undefined ? others : { ...step.controlValues, [name]: value };
  return { ...step, controlValues };
}

/** Puts HTML in the place of blocks, which are remembered. */
export function withHtml(step: DraftStep, html: string): DraftStep {
  const { body, editorType } = step.controlValues;
  const controlValues = { ...step.controlValues, body: html, editorType: 'html' };
  return { ...step, controlValues, blocks: { body, editorType } };
}

/** Puts the blocks back that HTML has replaced. */
export function withBlocks({ blocks, ...step }: DraftStep): DraftStep {
  return withControl(withControl(step, 'body', blocks?.body), 'editorType', blocks?.editorType);
}
