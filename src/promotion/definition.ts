import type { Types } from 'mongoose';
import type { Duration } from '#libs/schedule/durations.js';
import { isObject } from '../platform/values/is-object.js';

/** The content that is published from one environment to another. */
export type ResourceKind = 'workflow' | 'layout';

/** A JSON object with any members. */
export type FreeForm = Record<string, unknown>;

/** The texts of a resource, by language. */
export type Texts = Record<string, FreeForm>;

/** A workflow as its author wrote it: without ids, dates and environment, with layouts named by their identifiers. */
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
  kind?: string;
  /** Null: none, although it is a subscription. */
  category?: string | null;
  quietHours?: string;
  expiresIn?: Duration;
  samples?: { name: string; payload: FreeForm }[];
  agent?: { identifier: string; providers?: Record<string, { replyTo?: string }> };
  preferences: { user?: PreferencesDefinition; workflow?: PreferencesDefinition };
  steps: StepDefinition[];
  translations: Texts;
}

/** A step as its author wrote it. */
export interface StepDefinition {
  stepId: string;
  name: string;
  type: string;
  controlValues: FreeForm;
  /** The application of the environment says what the step does. */
  inCode?: boolean;
  /** By the id of the provider. */
  providerOverrides?: Record<string, FreeForm>;
}

/** One layer of a workflow's preferences. */
export interface PreferencesDefinition {
  all: { enabled: boolean; readOnly: boolean };
  channels: Record<string, { enabled: boolean }>;
}

/** A layout as its author wrote it. Which layout is the default is up to each environment. */
export interface LayoutDefinition {
  layoutId: string;
  name: string;
  isTranslationEnabled: boolean;
  email?: { body: string; editorType: 'html' | 'block' };
  translations: Texts;
}

/** The identity of a resource, the same in every environment. */
export interface ResourceName {
  kind: ResourceKind;
  id: string;
}

/** A resource by its identifier, with its definition. `stored` is set only when it comes from an environment. */
export type Resource =
  | { kind: 'workflow'; id: string; definition: WorkflowDefinition; stored?: StoredMark }
  | { kind: 'layout'; id: string; definition: LayoutDefinition; stored?: StoredMark };

/** When a resource was last saved in its environment, and by whom. */
export interface StoredMark {
  updatedAt: Date;
  /** Id of the user. */
  updatedById?: Types.ObjectId;
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

  /** `defaultLayoutId`: the layout for emails that name none. */
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

/** Returns a key that is unique per resource. No kind contains a space. */
export function keyOf({ kind, id }: ResourceName): string {
  return `${kind} ${id}`;
}

/**
 * Returns the JSON text of a value with the keys of every object sorted: equal for equal values. Undefined members are
 * ignored, and -0 is 0, as in any JSON.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value)) ?? '';
}

/** Whether two values are the same JSON, regardless of the order of keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Returns a copy in which the keys of every object are sorted. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, member]) => [key, withSortedKeys(member)]));
}
