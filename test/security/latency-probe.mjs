// What environment B and `/health/live` wait.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { delivered } from './latency-attacks.mjs';
import { ask, client } from './latency-client.mjs';
import { OWNER, signIn } from './latency-sign-ins.mjs';

const PAUSE_MS = 50;
const SIGN_IN_PAUSE_MS = 500;
/** In what /proc/stat counts time. */
const TICKS_PER_SECOND = 100;

/** Makes what environment B triggers, and the owner's address known. */
export async function prepareOthers({ url, key }) {
  await client(url, { key })('POST', '/v2/workflows', {
    name: 'Hello',
    workflowId: 'hello',
    active: true,
    steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: 'Hello {{payload.text}}' } }],
  });
  await signIn(url, OWNER);
}

/**
 * Milliseconds that others wait until `work` is done; requests that are under way then are waited for. `requests` is what `work`
 * resolves with. `ownerSignsIn`: the owner signs in meanwhile, again and again.
 */
export async function probe(server, work, { ownerSignsIn = false } = {}) {
  const { url, key } = server;
  const b = client(url, { key });
  const times = { live: [], list: [], accept: [], visible: [], ...(ownerSignsIn && { signIn: [] }) };
  const failures = [];
  const [begin, before, stolenBefore] = [performance.now(), await server.counts(), stolenSeconds()];
  const state = { isOver: false };
  const worked = Promise.resolve(work).finally(() => (state.isOver = true));
  const owner = ownerSignsIn ? signInAgainAndAgain() : undefined;
  const asked = [];
  while (!state.isOver) {
    asked.push(
      timed('live', () => ask('GET', new URL('/health/live', url))),
      timed('list', () => b('GET', '/v2/subscribers?limit=10')),
      trigger(),
    );
    await Promise.race([wait(PAUSE_MS), worked]);
  }
  const requests = await worked;
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all([...asked, owner]);
  const after = await server.counts();
  return {
    times,
    failures,
    seconds,
    requests,
    reads: after.reads - before.reads,
    processor: after.processor - before.processor,
    stolen: stolenSeconds() - stolenBefore,
  };

  async function trigger() {
    const event = { name: 'hello', to: 'ada', payload: { text: 'there' } };
    const start = performance.now();
    const accepted = await timed('accept', () => b('POST', '/v1/events/trigger', event));
    if (accepted) await timed('visible', () => delivered(b, accepted.data.transactionId), start);
  }

  async function signInAgainAndAgain() {
    while (!state.isOver) {
      await timed('signIn', async () => {
        const status = await signIn(url, OWNER);
        if (status !== 201) throw new Error(`The owner was refused: ${status}`);
      });
      await Promise.race([wait(SIGN_IN_PAUSE_MS), worked]);
    }
  }

  /** Undefined when the request fails, which takes its time, too. */
  async function timed(what, request, start = performance.now()) {
    try {
      return await request();
    } catch (error) {
      failures.push(error.message);
      return undefined;
    } finally {
      times[what].push(performance.now() - start);
    }
  }
}

/** Several measurements as one. */
export function together(measured) {
  const times = {};
  for (const one of measured)
    for (const [what, values] of Object.entries(one.times)) times[what] = [...(times[what] ?? []), ...values];
  const sum = (name) => measured.reduce((total, one) => total + (one[name] ?? 0), 0);
  const seconds = sum('seconds');
  return {
    times,
    seconds,
    failures: measured.flatMap(({ failures }) => failures),
    requests: sum('requests'),
    reads: sum('reads'),
    processor: sum('processor'),
    stolen: sum('stolen') / seconds / cpus().length,
  };
}

/** Seconds for which the processors of a virtual machine were ready to work and not allowed to; Linux alone counts them. */
function stolenSeconds() {
  if (process.platform !== 'linux') return 0;
  const [, , , , , , , , stolen] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
  return Number(stolen) / TICKS_PER_SECOND;
}
