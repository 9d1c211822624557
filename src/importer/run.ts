import { UsageError } from '../platform/command-line/errors.js';
import { Api, ApiError } from './api.js';
import { EXIT, type Import, type Server } from './import.js';
import type { Item, Outcome, Sides, Stage, Tally, Work } from './plan.js';
import { describeFailures, describeKind, describeNotes, describeTotals } from './report.js';
import { channels } from './stages/channels.js';
import { contexts, tenants } from './stages/contexts.js';
import { environments } from './stages/environments.js';
import { integrations } from './stages/integrations.js';
import { preferences } from './stages/preferences.js';
import { subscribers } from './stages/subscribers.js';
import { topics } from './stages/topics.js';
import { variables } from './stages/variables.js';
import { workflows } from './stages/workflows.js';

/** Prints one line. */
type Print = (line: string) => void;

const STAGES: readonly Stage[] = [
  environments,
  variables,
  integrations,
  contexts,
  tenants,
  workflows,
  subscribers,
  channels,
  topics,
  preferences,
];

/** Works that may be in progress at the same time: the number of requests is limited by itself. */
const MAX_WORKS = 16;

const MAX_SHOWN = 200;
const MAX_OWNERS = 20;

/**
 * Shows the plan and carries it out, one environment after the other; returns the exit code. Throws {@link ApiError}, and
 * {@link UsageError} when the keys are for environments that do not match.
 */
export async function run(args: Import, print: Print): Promise<number> {
  let code: number = EXIT.fine;
  for (const [index, sides] of (await connect(args)).entries()) {
    if (index > 0) print('');
    code = Math.max(code, await importOne(sides, args, print));
  }
  return code;
}

async function importOne(sides: Sides, args: Import, print: Print): Promise<number> {
  const stages = STAGES.filter(({ kind }) => args.kinds.includes(kind));
  print(`From '${sides.fromEnvironment.name}' of ${args.from.url} to '${sides.toEnvironment.name}' of ${args.to.url}`);
  print('');
  print('Plan');
  const plan = await pass(sides, stages, false, (tally) => describeKind(tally).forEach(print));
  for (const line of describeTotals(plan)) print(line);
  if (args.planOnly) {
    for (const line of [...describeNotes(plan), ...describeFailures(plan)]) print(line);
    return plan.failures.length > 0 ? EXIT.incomplete : EXIT.fine;
  }
  print('');
  print('Import');
  const outcome = await pass(sides, stages, true, ({ kind, counts }, failed) => {
    print(`  ${kind}: ${counts.create} created, ${counts.change} changed, ${counts.same} unchanged, ${failed} failed`);
  });
  for (const line of [...describeNotes(outcome), ...describeFailures(outcome)]) print(line);
  print('');
  print(`Done, with ${outcome.writes} requests that changed something`);
  return outcome.failures.length > 0 ? EXIT.incomplete : EXIT.fine;
}

/**
 * Finds out which environments the keys are for: a single one on each side, or those with the same names. Throws {@link
 * ApiError} when a server does not know a key.
 */
async function connect({ from, to, concurrency }: Import): Promise<Sides[]> {
  const [sources, targets] = await Promise.all([environmentsOf(from, concurrency), environmentsOf(to, concurrency)]);
  const importedIds = new Set(sources.map(({ environment }) => environment.id));
  const isSingle = sources.length === 1 && targets.length === 1;
  const counterpart = (name: string) => targets.find(({ environment }) => isSingle || environment.name === name);
  return sources.map(({ api, environment }) => {
    const target = counterpart(environment.name);
    if (!target) throw new UsageError(`No key of ${to.url} is for an environment '${environment.name}'`);
    const ends = { fromEnvironment: environment, toEnvironment: target.environment };
    return { from: api, to: target.api, ...ends, importedIds };
  });
}

interface KnownEnvironment {
  api: Api;
  environment: { id: string; name: string };
}

async function environmentsOf({ url, apiKeys }: Server, concurrency: number): Promise<KnownEnvironment[]> {
  const apis = apiKeys.map((apiKey) => new Api({ url, apiKey }, { concurrency }));
  return Promise.all(apis.map(async (api) => ({ api, environment: await environmentOf(api, url) })));
}

async function environmentOf(api: Api, url: string): Promise<KnownEnvironment['environment']> {
  const me = await api.find<{ _id: string; name: string }>('/v1/environments/me');
  if (typeof me?._id !== 'string')
    throw new ApiError(`${url} is not a Novu-compatible server: it has no /v1/environments/me`);
  return { id: me._id, name: me.name };
}

async function pass(
  sides: Sides,
  stages: readonly Stage[],
  writes: boolean,
  done: (tally: Tally, failed: number) => void,
): Promise<Outcome> {
  const outcome: Outcome = { tallies: [], notes: new Map(), failures: [], writes: 0 };
  const before = sides.to.writes;
  for (const stage of stages) {
    const tally: Tally = { kind: stage.kind, counts: { create: 0, change: 0, same: 0, skip: 0 }, shown: [] };
    const failedBefore = outcome.failures.length;
    const running = new Set<Promise<void>>();
    for await (const work of stage.compare(sides)) {
      for (const item of work.items) note(item, tally, outcome);
      if (!writes || !work.write) continue;
      const task: Promise<void> = carryOut(work, outcome).finally(() => running.delete(task));
      running.add(task);
      if (running.size >= MAX_WORKS) await Promise.race(running);
    }
    await Promise.all(running);
    outcome.tallies.push(tally);
    done(tally, outcome.failures.length - failedBefore);
  }
  outcome.writes = sides.to.writes - before;
  return outcome;
}

/** A resource that is refused does not keep others from being written; a server that cannot be reached ends the import. */
async function carryOut({ items, write }: Work, outcome: Outcome): Promise<void> {
  try {
    outcome.failures.push(...((await write!()) ?? []));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === undefined || error.status === 401) throw error;
    const wanted = items.filter(({ action }) => action === 'create' || action === 'change');
    outcome.failures.push(...wanted.map(({ type, id }) => ({ type, id, error: error.message })));
  }
}

function note(item: Item, tally: Tally, { notes }: Outcome): void {
  tally.counts[item.action]++;
  if (item.action !== 'same' && tally.shown.length < MAX_SHOWN) tally.shown.push(item);
  for (const one of item.notes ?? []) {
    const key = `${one.kind} ${one.text}`;
    const known = notes.get(key) ?? { note: one, owners: [], count: 0 };
    known.count++;
    if (known.owners.length < MAX_OWNERS) known.owners.push(`${item.type} ${item.id}`);
    notes.set(key, known);
  }
}
