import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EnvironmentName, Schemas } from '../../api/client';
import { query } from '../../api/read';
import { fits } from './fits';
import { type RunEntry, type RunSearch, RUNS_PER_PAGE, run as runRead, runList } from './reads';

export type LiveState = 'connecting' | 'live' | 'refused' | 'off';

type Page = Schemas['ActivityPageDto'];
type LiveRuns = Schemas['LiveRunsDto'];

const RETRY_MS = 3000;

/**
 * Keeps the first page of the list up to date. The stream of the API says what has changed, at most four times a second.
 * Runs that are shown are replaced, those that begin come on top.
 */
export function useLiveRuns(search: RunSearch, environment: EnvironmentName, isOn: boolean): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const filters = JSON.stringify(search);
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const { queryKey } = query(runList(search), environment);
    const onRuns = ({ changes, leftOut }: LiveRuns) => {
      const runs = changes.map(({ notification }) => notification);
      // When there are too many to be told, the page is read, instead of being drawn a second time.
      if (leftOut > 0) void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
      else client.setQueryData<Page>(queryKey, (page) => page && merged(page, runs, search));
      for (const run of runs) client.setQueryData(query(runRead(run._id), environment).queryKey, { data: run });
    };
    const onReady = () => {
      setState('live');
      // What has happened before the stream began.
      void client.invalidateQueries({ queryKey });
    };
    void follow(environment, { onReady, onRuns, onGone: setState }, stop.signal);
    return () => stop.abort();
    // The search is compared by its content: each render has a new object.
  }, [client, environment, filters, isOn]);
  return isOn ? state : 'off';
}

/** The page with what has changed: known runs in their place, new ones that the filters let through on top. */
export function merged(page: Page, changed: readonly RunEntry[], search: RunSearch): Page {
  const byId = new Map(changed.map((run) => [run._id, run]));
  const known = new Set(page.data.map(({ _id }) => _id));
  const added = [...byId.values()].filter((run) => !known.has(run._id) && fits(run, search)).reverse();
  const data = [...added, ...page.data.map((run) => byId.get(run._id) ?? run)];
  return { ...page, data: data.slice(0, Math.max(RUNS_PER_PAGE, page.data.length)) };
}

interface Followers {
  onReady: () => void;
  onRuns: (runs: LiveRuns) => void;
  onGone: (state: LiveState) => void;
}

/** Reads the stream until it is aborted, and begins again when it breaks off. */
async function follow(environment: EnvironmentName, followers: Followers, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch('/v1/activity/live', {
        headers: {
          Accept: 'text/event-stream',
          'Carillon-Request': '1',
          'Carillon-Environment': environment.id,
        },
        credentials: 'same-origin',
        signal,
      });
      if (!response.ok || !response.body) {
        if (response.status === 401 || response.status === 403 || response.status === 429)
          return followers.onGone('refused');
        throw new Error(`status ${response.status}`);
      }
      await readEvents(response.body, ({ event, data }) => {
        if (event === 'ready') followers.onReady();
        if (event === 'runs') followers.onRuns(JSON.parse(data) as LiveRuns);
      });
    } catch {
      // The connection broke off: it is made again below.
    }
    if (signal.aborted) return;
    followers.onGone('connecting');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Reads server-sent events. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: { event: string; data: string }) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart());
      const data = field('data').join('\n');
      if (data !== '') onEvent({ event: field('event')[0] ?? 'message', data });
    }
  }
}
