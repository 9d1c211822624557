import { isDeepStrictEqual } from 'node:util';
import type { Types } from 'mongoose';
import { derivedId } from '../../platform/ids.js';
import { held, patchedDefinition, type WorkflowDefinition } from '../definition.js';
import { externalDefinition } from '../external-workflow.js';
import { kindAfter } from '../kind.js';
import { samplesAfter } from '../samples.dto.js';
import type { Workflow, WorkflowStep } from '../workflow.schema.js';
import type { DiscoveredWorkflow } from './discovery.js';

/** What a sync does with a workflow. `taken`: one that was made in Carillon has the identifier. */
export const SYNC_ACTIONS = ['created', 'updated', 'unchanged', 'removed', 'taken'] as const;

export type SyncAction = (typeof SYNC_ACTIONS)[number];

/** The part of a sync that concerns one workflow. */
export interface PlannedSync {
  workflowId: string;
  action: SyncAction;
  /** Fields that change. */
  changes: string[];
  discovered?: DiscoveredWorkflow;
  stored?: Workflow;
}

const COMPARED = [
  'name',
  'description',
  'tags',
  'active',
  'payloadSchema',
  'severity',
  'preferences',
  'steps',
] as const satisfies (keyof WorkflowDefinition)[];

/** What makes the stored workflows of an environment those of the code (behaviour CF1, CF2), ordered by identifier. */
export function syncPlan(
  environmentId: Types.ObjectId,
  discovered: readonly DiscoveredWorkflow[],
  stored: readonly Workflow[],
): PlannedSync[] {
  const known = new Map(stored.map((workflow) => [workflow.workflowId, workflow]));
  const inCode = new Set(discovered.map(({ workflowId }) => workflowId));
  const found = discovered.map((workflow) => planned(environmentId, workflow, known.get(workflow.workflowId)));
  const gone = stored
    .filter(({ workflowId, external }) => external && !external.removedAt && !inCode.has(workflowId))
    .map((one): PlannedSync => ({ workflowId: one.workflowId, action: 'removed', changes: ['active'], stored: one }));
  return [...found, ...gone].toSorted((a, b) => a.workflowId.localeCompare(b.workflowId, 'en'));
}

function planned(
  environmentId: Types.ObjectId,
  discovered: DiscoveredWorkflow,
  stored: Workflow | undefined,
): PlannedSync {
  const { workflowId } = discovered;
  if (!stored) return { workflowId, action: 'created', changes: [], discovered };
  if (!stored.external && !hasStepsInCode(stored, discovered)) {
    return { workflowId, action: 'taken', changes: [], discovered, stored };
  }
  const next = stored.external ? definitionInCode(environmentId, discovered, stored) : withSchemas(stored, discovered);
  const changes = COMPARED.filter((field) => !isDeepStrictEqual(plain(next[field]), plain(stored[field])));
  return { workflowId, action: changes.length > 0 ? 'updated' : 'unchanged', changes, discovered, stored };
}

/**
 * Whether a workflow made here has steps that this code answers for (behaviour CF14): one step at least, and all that the
 * code has are there. Those that are not in code there are in the code for their results.
 */
export function hasStepsInCode(stored: Pick<Workflow, 'steps'>, { steps }: DiscoveredWorkflow): boolean {
  const pairs = steps.map((step) => stored.steps.find((one) => one.stepId === step.stepId && one.type === step.type));
  return pairs.every((one) => one !== undefined) && pairs.some((one) => one?.inCode);
}

/** A workflow made here whose steps in code have the schemas of the code; all else stays. */
export function withSchemas(stored: Workflow, { steps }: DiscoveredWorkflow): WorkflowDefinition {
  const schemas = new Map(steps.map(({ stepId, controlSchema }) => [stepId, controlSchema]));
  return {
    ...patchedDefinition({}, stored),
    steps: stored.steps.map((step) => {
      const controlSchema = step.inCode && schemas.get(step.stepId);
      return controlSchema ? Object.assign({}, step, { controlSchema }) : step;
    }),
  };
}

/** Without undefined members, and with ids as texts. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/**
 * The definition of a workflow in code. Of the stored one it keeps what is decided in the environment (behaviour CF2).
 * That is whether it is active, validates payloads and holds messages in quiet hours, its kind and category, its preferences, its samples,
 * and the control values of steps that are still there.
 */
export function definitionInCode(
  environmentId: Types.ObjectId,
  discovered: DiscoveredWorkflow,
  stored?: Workflow,
): WorkflowDefinition {
  const { workflowId, name, description, tags, severity, preferences, payloadSchema } = discovered;
  const user = stored?.preferences.user;
  return {
    name,
    nameKey: name.toLowerCase(),
    ...(description !== undefined && { description }),
    tags,
    active: stored?.external?.removedAt ? (stored.external.wasActive ?? true) : (stored?.active ?? true),
    ...(stored?.archived && { active: false, archived: true }),
    validatePayload: stored?.validatePayload ?? false,
    ...kindAfter({}, stored, tags),
    ...held(stored?.quietHours),
    ...samplesAfter(undefined, stored?.samples),
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled: false,
    severity,
    preferences: { ...(user && { user }), ...(preferences && { workflow: preferences }) },
    steps: discovered.steps.map(({ stepId, type, controlSchema }): WorkflowStep => {
      const known = stored?.steps.find((step) => step.stepId === stepId && step.type === type);
      return {
        _id: derivedId(environmentId, 'bridge', workflowId, stepId, type),
        stepId,
        name: stepId,
        type,
        controlValues: known?.controlValues ?? {},
        controlSchema,
      };
    }),
    external: {},
  };
}

/** The definition of a workflow that is no longer in the code: it keeps everything, and is not active until it returns. */
export function removedDefinition(stored: Workflow, now: Date): WorkflowDefinition {
  const { active: wasActive } = stored;
  return { ...externalDefinition(stored), active: false, external: { removedAt: now, wasActive } };
}
