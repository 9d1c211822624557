import type { Types } from 'mongoose';

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
