import type { SessionClient } from '../../widget/widget-scene.js';
import type { ApiResponse, ApiClient } from '../../../api-client.js';
import type { Bulk, Button, Change } from './operations.js';
import type { Filter } from './model.js';

/** One way to look at an inbox and to change it. */
export interface Door {
  list(filter: Filter): Promise<ApiResponse>;
  count(filters: Filter[]): Promise<ApiResponse>;
  /** `snooze` has a body. */
  change(id: string, change: Change | 'snooze' | 'unsnooze', body?: object): Promise<ApiResponse>;
  press(id: string, button: Button, completed: boolean): Promise<ApiResponse>;
  remove(id: string): Promise<ApiResponse>;
  bulk(bulk: Bulk, body: object): Promise<ApiResponse>;
}

/** With the key of the environment. */
export function keyDoor(api: ApiClient, subscriberId: string): Door {
  const url = `/v2/subscribers/${subscriberId}/notifications`;
  return {
    list: (filter) => api.get(`${url}?${queryOf(filter)}`),
    count: (filters) => api.get(`${url}/count?${countQuery(filters)}`),
    change: (id, change, body) => api.patch(`${url}/${id}/${change}`, body),
    press: (id, button, completed) => api.patch(`${url}/${id}/actions/${button}/${completed ? 'complete' : 'revert'}`),
    remove: (id) => api.delete(`${url}/${id}`),
    bulk: (bulk, body) => api.post(`${url}/${bulk}`, body),
  };
}

/** With the token of a session, as inbox widgets do. */
export function sessionDoor(session: SessionClient): Door {
  const url = 'notifications';
  return {
    list: (filter) => session.get(`${url}?${queryOf(filter)}`),
    count: (filters) => session.get(`${url}/count?${countQuery(filters)}`),
    change: async (id, change, body) => opened(await session.patch(`${url}/${id}/${change}`, body)),
    press: async (id, actionType, completed) =>
      opened(await session.patch(`${url}/${id}/${completed ? 'complete' : 'revert'}`, { actionType })),
    remove: (id) => session.delete(`${url}/${id}/delete`),
    bulk: (bulk, body) => session.post(`${url}/${bulk}`, body),
  };
}

/** Selections by content, in the form of request bodies. */
export function aboutOf({ tag, kind }: Pick<Filter, 'tag' | 'kind'>): object {
  return {
    ...(tag !== undefined && { tags: [tag] }),
    ...(kind !== undefined && { data: JSON.stringify({ kind }) }),
  };
}

/** A notification of a response, as the model shows it. */
export function shownOf(notification: Record<string, unknown>): object {
  const { id, createdAt, isSeen, firstSeenAt, isRead, readAt, isArchived, archivedAt } = notification;
  const { isSnoozed, snoozedUntil, deliveredAt, severity, tags, data, primaryAction, secondaryAction } = notification;
  const completed = (action: unknown) => (action as { isCompleted: boolean } | undefined)?.isCompleted;
  return {
    id,
    createdAt,
    isSeen,
    firstSeenAt,
    isRead,
    readAt,
    isArchived,
    archivedAt,
    isSnoozed,
    snoozedUntil,
    deliveredAt,
    severity,
    tags,
    primary: completed(primaryAction),
    secondary: completed(secondaryAction),
    kind: (data as { kind: string }).kind,
  };
}

/** The content of an envelope. */
function opened(response: ApiResponse): ApiResponse {
  return response.status === 200 ? { ...response, body: response.body.data } : response;
}

function queryOf({ tag, kind, ...state }: Filter): string {
  const query = new URLSearchParams({ limit: '100' });
  for (const [name, value] of Object.entries(state)) query.set(name, String(value));
  if (tag !== undefined) query.set('tags', tag);
  if (kind !== undefined) query.set('data', JSON.stringify({ kind }));
  return query.toString();
}

function countQuery(filters: Filter[]): string {
  const written = filters.map(({ tag, kind, severity, ...state }) => ({
    ...state,
    ...aboutOf({ tag, kind }),
    ...(severity !== undefined && { severity: [severity] }),
  }));
  return new URLSearchParams({ filters: JSON.stringify(written) }).toString();
}
