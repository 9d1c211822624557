/// <reference lib="dom" />
import type { ActivityNotificationDto } from '../../../notifications/activity/activity.dto.js';
import type { OutboxMessageDetailDto, OutboxMessageDto, OutboxPageDto } from '../../../outbox/outbox.dto.js';

export type Message = OutboxMessageDto;
export type MessageDetail = OutboxMessageDetailDto;
export type MessagePage = OutboxPageDto;

const PAGE_SIZE = '50';

/** The API key, or the cookie, is invalid or no longer valid. */
export class KeyProblem extends Error {
  override readonly name = 'KeyProblem';
}

/** Where messages are read from: an environment, if the page needs no API key; otherwise the environment of the key. */
export type Source = { environmentId: string } | { key: string };

/** Fetches messages, newest first, starting after `after`, which is an earlier page's `next`. */
export async function fetchPage(source: Source, channel: string, after?: string): Promise<MessagePage> {
  const query = new URLSearchParams({ limit: PAGE_SIZE, ...(channel && { channel }), ...(after && { after }) });
  return (await request(source, `${baseOf(source)}?${query.toString()}`)).json() as Promise<MessagePage>;
}

/** Fetches a message with its content; undefined if it no longer exists. */
export async function fetchMessage(source: Source, id: string): Promise<MessageDetail | undefined> {
  const response = await request(source, `${baseOf(source)}/${encodeURIComponent(id)}`);
  if (response.status === 404) return undefined;
  return ((await response.json()) as { data: MessageDetail }).data;
}

/** Fetches the run of the trigger for the recipient of a message; undefined if it no longer exists. */
export async function fetchRun(source: Source, id: string): Promise<ActivityNotificationDto | undefined> {
  const path = 'key' in source ? '/v1/notifications/' : `${baseOf(source)}/notifications/`;
  const response = await request(source, path + encodeURIComponent(id));
  if (response.status === 404) return undefined;
  return ((await response.json()) as { data: ActivityNotificationDto }).data;
}

/** Deletes all messages of a channel, or of all channels. */
export async function clear(source: Source, channel: string): Promise<void> {
  await request(source, `${baseOf(source)}${channel && `?channel=${channel}`}`, 'DELETE');
}

function baseOf(source: Source): string {
  return 'key' in source ? '/v1/outbox' : `/outbox/environments/${source.environmentId}`;
}

async function request(source: Source, path: string, method = 'GET'): Promise<Response> {
  const headers: HeadersInit = 'key' in source ? { authorization: `ApiKey ${source.key}` } : {};
  const response = await fetch(path, { method, headers });
  if (response.status === 401) throw new KeyProblem('This API key is not known');
  if (response.ok || response.status === 404) return response;
  throw new Error(`The request failed with status ${response.status}`);
}
