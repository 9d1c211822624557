import { read } from '../../api/read';
import { oneOf, pageOf, textOf } from '../../search-text';
import { type FrameSearch, frameSearchOf } from '../../ui/frames/frame-search';

/** The states of a workflow, as words. */
export const STATUSES = ['ACTIVE', 'INACTIVE', 'ERROR', 'ARCHIVED'] as const;

export type WorkflowStatus = (typeof STATUSES)[number];

/** The state of a workflow, which the API says in two fields. */
export function statusOf({
  status,
  archived,
}: {
  status: Exclude<WorkflowStatus, 'ARCHIVED'>;
  archived?: boolean;
}): WorkflowStatus {
  return archived ? 'ARCHIVED' : status;
}

/** By what a list can be ordered. */
export const ORDERS = ['updatedAt', 'name', 'lastTriggeredAt', 'createdAt'] as const;

/** What the address of the list says. */
export interface WorkflowSearch {
  text?: string;
  status?: WorkflowStatus;
  tag?: string;
  order?: (typeof ORDERS)[number];
  page?: string;
}

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): WorkflowSearch {
  return {
    text: textOf(given.text),
    status: oneOf(STATUSES, given.status),
    tag: textOf(given.tag),
    order: oneOf(ORDERS, given.order),
    page: textOf(given.page),
  };
}

export const PAGE_SIZE = 25;

/** A page of workflows. */
export function workflowList({ text, status, tag, order = 'updatedAt', page }: WorkflowSearch) {
  return read('/v2/workflows', {
    query: {
      query: text,
      ...(status === 'ARCHIVED' ? { archived: true } : { status: status && [status] }),
      tags: tag === undefined ? undefined : [tag],
      orderBy: order,
      orderDirection: order === 'name' ? 'ASC' : 'DESC',
      limit: PAGE_SIZE,
      offset: (pageOf(page) - 1) * PAGE_SIZE,
    },
  });
}

/** Workflows to begin with. */
export const templateList = read('/v1/templates', {});

/** One workflow. */
export function workflow(workflowId: string) {
  return read('/v2/workflows/{workflowId}', { path: { workflowId } });
}

/** The versions of a workflow that are kept, newest first. */
export function versionList(workflowId: string) {
  return read('/v2/workflows/{workflowId}/versions', { path: { workflowId } });
}

/** A workflow as it was in a version. */
export function versionOf(workflowId: string, version: number) {
  return read('/v2/workflows/{workflowId}/versions/{version}', { path: { workflowId, version } });
}

/** How many messages of each step have reached which stage. */
export function funnel(workflowId: string, period: EditorSearch['period']) {
  return read('/v1/activity/funnel', { query: { workflowId, interval: period === 'day' ? 'hour' : 'day' } });
}

/** The tags of the workflows of an environment. */
export function tagList(environmentId: string) {
  return read('/v2/environments/{environmentId}/tags', { path: { environmentId } });
}

/** The tabs of the editor. */
export const TABS = ['steps', 'settings', 'payload', 'preferences', 'test', 'code', 'funnel', 'history'] as const;

/** The periods of a funnel: 24 hours, or 30 days where none is named. */
const PERIODS = ['day'] as const;

/** What the address of the editor says. */
export interface EditorSearch extends FrameSearch {
  tab?: (typeof TABS)[number];
  /** Step id of the selected step. */
  step?: string;
  /** Path of the field of the step, or of the settings, that is looked for. */
  field?: string;
  /** The subscriber of previews and tests. */
  person?: string;
  /** The language of previews. */
  language?: string;
  /** The name of the sample data of previews and tests; undefined for the default. */
  data?: string;
  /** Number of the selected version. */
  version?: string;
  /** The period of the funnel. */
  period?: (typeof PERIODS)[number];
}

/** The part of the address that belongs to the editor. */
export function editorSearchOf(given: Record<string, unknown>): EditorSearch {
  const { tab, step, field, person, language, data, version, period } = given;
  return {
    tab: oneOf(TABS, tab),
    step: textOf(step),
    field: textOf(field),
    person: textOf(person),
    language: textOf(language),
    data: textOf(data),
    ...frameSearchOf(given),
    version: textOf(version),
    period: oneOf(PERIODS, period),
  };
}
