import type { Types } from 'mongoose';
import type { Layout } from '../../layouts/layout.schema.js';
import { parseReference } from '../../platform/ids/slug-codec.js';
import { isObject } from '../../platform/values/is-object.js';
import type { Workflow, WorkflowPreferences, WorkflowStep } from '../../workflows/workflow.schema.js';

/**
 * The JSON text of a value with the keys of every object in order: equal for values that mean the same. Members that
 * are undefined do not count, and -0 is 0, as in any JSON.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value)) ?? '';
}

/** Whether two values are the same JSON, in whatever order their keys stand. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** A copy in which the keys of every object are in order. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, member]) => [key, withSortedKeys(member)]));
}

/** What is carried from one environment to another. */
export type ResourceKind = 'workflow' | 'layout';

/** A JSON object of the author's own making. */
export type FreeForm = Record<string, unknown>;

/** The texts of a resource, by language. */
export type Texts = Record<string, FreeForm>;

/** One layer of a workflow's preferences. */
export interface PreferencesDefinition {
  all: { enabled: boolean; readOnly: boolean };
  channels: Record<string, { enabled: boolean }>;
}

/** A step as its author wrote it. */
export interface StepDefinition {
  stepId: string;
  name: string;
  type: string;
  controlValues: FreeForm;
  /** By the id of the provider. */
  providerOverrides?: Record<string, FreeForm>;
}

/** A workflow as its author wrote it: no ids, dates or environment, and layouts named by their identifiers. */
export interface WorkflowDefinition {
  workflowId: string;
  name: string;
  description?: string;
  tags: string[];
  active: boolean;
  severity: string;
  validatePayload: boolean;
  payloadSchema?: FreeForm;
  isTranslationEnabled: boolean;
  strictVariables?: boolean;
  agent?: { identifier: string; providers?: Record<string, { replyTo?: string }> };
  preferences: { user?: PreferencesDefinition; workflow?: PreferencesDefinition };
  steps: StepDefinition[];
  translations: Texts;
}

/** A layout as its author wrote it. Which layout is the default is up to each environment. */
export interface LayoutDefinition {
  layoutId: string;
  name: string;
  isTranslationEnabled: boolean;
  email?: { body: string; editorType: 'html' | 'block' };
  translations: Texts;
}

/** When a resource was last saved in its environment, and by whom. */
export interface StoredMark {
  updatedAt: Date;
  /** Id of the user. */
  updatedById?: Types.ObjectId;
}

/** A resource by its identifier, with its definition. Only one that comes from an environment has been stored. */
export type Resource =
  | { kind: 'workflow'; id: string; definition: WorkflowDefinition; stored?: StoredMark }
  | { kind: 'layout'; id: string; definition: LayoutDefinition; stored?: StoredMark };

/** The name of a resource, the same in every environment. */
export interface ResourceName {
  kind: ResourceKind;
  id: string;
}

export function workflowResource(definition: WorkflowDefinition, stored?: StoredMark): Resource {
  return { kind: 'workflow', id: definition.workflowId, definition, ...(stored && { stored }) };
}

export function layoutResource(definition: LayoutDefinition, stored?: StoredMark): Resource {
  return { kind: 'layout', id: definition.layoutId, definition, ...(stored && { stored }) };
}

/** The resources of one environment, or of a folder of files. */
export class DefinitionSet implements Iterable<Resource> {
  private readonly resources: ReadonlyMap<string, Resource>;

  /** `defaultLayoutId`: the layout of emails that name none. */
  constructor(
    resources: Iterable<Resource>,
    readonly defaultLayoutId?: string,
  ) {
    this.resources = new Map([...resources].map((resource) => [keyOf(resource), resource]));
  }

  get(name: ResourceName): Resource | undefined {
    return this.resources.get(keyOf(name));
  }

  has(kind: ResourceKind, id: string): boolean {
    return this.resources.has(keyOf({ kind, id }));
  }

  [Symbol.iterator](): Iterator<Resource> {
    return this.resources.values();
  }
}

/** A text that is the same for the same resource. No kind has a space in it. */
export function keyOf({ kind, id }: ResourceName): string {
  return `${kind} ${id}`;
}

/** What of a stored layout its definition is made of. */
export type AuthoredLayout = Pick<Layout, 'layoutId' | 'name' | 'isTranslationEnabled' | 'email'>;

/** The definition of a stored layout. */
export function toLayoutDefinition(layout: AuthoredLayout, translations: Texts): LayoutDefinition {
  const { layoutId, name, isTranslationEnabled, email } = layout;
  return {
    layoutId,
    name,
    isTranslationEnabled,
    ...(email && { email: { body: email.body, editorType: email.editorType } }),
    translations,
  };
}

/** What of a stored workflow its definition is made of. */
export type AuthoredWorkflow = Pick<
  Workflow,
  | 'workflowId'
  | 'name'
  | 'description'
  | 'tags'
  | 'active'
  | 'severity'
  | 'validatePayload'
  | 'payloadSchema'
  | 'isTranslationEnabled'
  | 'strictVariables'
  | 'agent'
  | 'preferences'
  | 'steps'
>;

/** The identifier of a layout of the workflow's environment, by its internal id in hexadecimal. */
export type LayoutIds = ReadonlyMap<string, string>;

/** The definition of a stored workflow. */
export function toWorkflowDefinition(
  workflow: AuthoredWorkflow,
  layoutIds: LayoutIds,
  translations: Texts,
): WorkflowDefinition {
  const { workflowId, name, description, tags, active, severity, validatePayload, payloadSchema } = workflow;
  const { isTranslationEnabled, strictVariables, agent, preferences, steps } = workflow;
  return {
    workflowId,
    name,
    ...(description && { description }),
    tags,
    active,
    severity,
    validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled,
    ...(strictVariables && { strictVariables }),
    ...(agent && { agent }),
    preferences: {
      ...(preferences.user && { user: layer(preferences.user) }),
      ...(preferences.workflow && { workflow: layer(preferences.workflow) }),
    },
    steps: steps.map((step) => toStepDefinition(step, layoutIds)),
    translations,
  };
}

function toStepDefinition(step: WorkflowStep, layoutIds: LayoutIds): StepDefinition {
  const { stepId, name, type, controlValues, providerOverrides } = step;
  return {
    stepId,
    name,
    type,
    controlValues: withLayoutIdentifier(controlValues, layoutIds),
    ...(providerOverrides && { providerOverrides }),
  };
}

/** An internal id or a slug means nothing in another environment. */
function withLayoutIdentifier(values: Record<string, unknown>, layoutIds: LayoutIds): Record<string, unknown> {
  const { layoutId } = values;
  if (typeof layoutId !== 'string') return values;
  const reference = parseReference(layoutId);
  const identifier = 'id' in reference ? layoutIds.get(reference.id.toHexString()) : undefined;
  return identifier === undefined ? values : { ...values, layoutId: identifier };
}

/** Channels without a word of their own are left out. */
function layer({ all, channels }: WorkflowPreferences): PreferencesDefinition {
  const { enabled, readOnly } = all;
  const said = Object.entries(channels).flatMap(([channel, choice]) =>
    choice ? [[channel, { enabled: choice.enabled }] as const] : [],
  );
  return { all: { enabled, readOnly }, channels: Object.fromEntries(said) };
}

/** The identifiers of layouts that the emails of a workflow name, each once. */
function namedLayouts({ steps }: WorkflowDefinition): Set<string> {
  const named = steps.map(({ type, controlValues: { layoutId } }) => (type === 'email' ? layoutId : undefined));
  return new Set(named.filter((layoutId) => typeof layoutId === 'string'));
}

/** Whether an email of the workflow takes whatever layout is the default. Null means none, and is a choice. */
function takesDefault({ steps }: WorkflowDefinition): boolean {
  return steps.some(({ type, controlValues }) => type === 'email' && controlValues['layoutId'] === undefined);
}

/**
 * The layouts of `source` without which the workflow does not look the same in `target`: those its emails name, and
 * the default one when an email relies on it and the target has none to offer.
 */
export function neededLayouts(workflow: WorkflowDefinition, source: DefinitionSet, target: DefinitionSet): string[] {
  const needed = namedLayouts(workflow);
  const { defaultLayoutId } = source;
  if (defaultLayoutId !== undefined && target.defaultLayoutId === undefined && takesDefault(workflow)) {
    needed.add(defaultLayoutId);
  }
  return [...needed].filter((layoutId) => source.has('layout', layoutId));
}
