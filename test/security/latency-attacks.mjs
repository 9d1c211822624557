// What environment A does to the process. `prepare` is given its client, one without a key, and the address and the key, and
// returns what begins the attack: a promise that ends with it. To add an attack, add an entry.
import { bodies } from './latency-bodies.mjs';
import { FLOODS } from './latency-floods.mjs';

/** The largest payload an attack sends, in characters. */
const PAYLOAD = 250_000;
const LOOP = '{% for i in (1..150000) %}{% assign x = i %}{% endfor %}';

const people = (count) => Array.from({ length: count }, (_, index) => `person-${index}`);
const list = (count, entry) => Array.from({ length: count }, (_, index) => entry(index));

function workflow(workflowId, controlValues, more = {}) {
  const { type = 'in_app', ...fields } = more;
  return { name: workflowId, workflowId, active: true, steps: [{ name: 'Step', type, controlValues }], ...fields };
}

/** Waits until every recipient of a trigger has come to an end. */
export async function delivered(call, transactionId) {
  for (;;) {
    const { data } = await call('GET', `/v1/events/trigger/${transactionId}?wait=30`);
    if (data.state === 'expanded' && data.sent + data.failed + data.skipped >= data.expanded) return;
    // When too much waits already, the response comes at once.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The same over and over, so many at a time. */
const repeated = (lanes, times, work) =>
  Promise.all(
    list(lanes, async () => {
      for (let time = 0; time < times; time++) await work();
    }),
  );

/** A workflow whose triggers are checked against a schema, and 100 triggers at once with this payload. */
const bulk = (name, properties, payload) => ({
  name,
  async prepare(a) {
    const payloadSchema = { type: 'object', properties };
    await a('POST', '/v2/workflows', workflow(name, { body: 'x' }, { payloadSchema, validatePayload: true }));
    const body = JSON.stringify({ events: list(100, () => ({ name, to: 'ada', payload })) });
    return () => a('POST', '/v1/events/trigger/bulk', body);
  },
});

const rendered = (name, controlValues, payload = {}, more = {}) => ({
  name,
  async prepare(a) {
    await a('POST', '/v2/workflows', workflow(name, controlValues, more));
    return async () => {
      const { data } = await a('POST', '/v1/events/trigger', { name, to: people(100), payload });
      await delivered(a, data.transactionId);
    };
  },
});

/** Several hundred elements under several hundred rules. */
const STYLES = `<style>${list(2000, (i) => `.c${i} { color: red; margin: ${i}px }`).join('\n')}</style>`;
const BOXES = '<div class="c1 c2 c3">x</div>'.repeat(90);

export const ATTACKS = [
  ...FLOODS,
  rendered('templates', { subject: LOOP, body: LOOP }),
  rendered(
    'conditions',
    {
      body: 'x',
      skip: { some: [{ var: 'payload.p' }, { some: [{ var: '' }, { '==': [1, 2] }] }] },
    },
    { p: list(300, () => list(300, () => 1)) },
  ),
  bulk('bulk-pattern', { t: { type: 'string', pattern: '(a|b|ab)*c$' } }, { t: `c${'ab'.repeat(PAYLOAD / 2)}` }),
  bulk(
    'bulk-unique',
    { u: { type: 'array', uniqueItems: true } },
    { u: list(4000, (i) => ({ i, text: 'x'.repeat(40) })) },
  ),
  bulk('bulk-values', {}, { u: list(25_000, (i) => ({ a: i })) }),
  {
    name: 'previews',
    async prepare(a) {
      const controlValues = { subject: 'x', body: `${STYLES}${BOXES}`, editorType: 'html' };
      const { data } = await a('POST', '/v2/workflows', workflow('previews', controlValues, { type: 'email' }));
      const path = `/v2/workflows/${data.workflowId}/step/${data.steps[0].stepId}/preview`;
      return () =>
        Promise.all(
          list(40, (i) =>
            a('POST', path, { controlValues: { ...controlValues, body: `${STYLES}${BOXES}${'<i>x</i>'.repeat(i)}` } }),
          ),
        );
    },
  },
  {
    name: 'saves',
    async prepare(a) {
      const body = '{{ subscriber.firstName }}'.repeat(2400);
      const properties = Object.fromEntries(
        list(900, (i) => [`p${i}`, { type: 'array', items: { pattern: `^a${i}$` } }]),
      );
      let saved = 0;
      // A refusal is a response, too.
      return () =>
        Promise.allSettled(
          list(10, () =>
            a(
              'POST',
              '/v2/workflows',
              workflow(`saves-${saved++}`, { subject: body, body }, { payloadSchema: { properties } }),
            ),
          ),
        );
    },
  },
  {
    name: 'triggers',
    async prepare(a) {
      await a('POST', '/v2/workflows', workflow('triggers', { body: 'x' }));
      return () => repeated(8, 20, () => a('POST', '/v1/events/trigger', { name: 'triggers', to: 'ada' }));
    },
  },
  {
    name: 'without-key',
    prepare(_a, anonymous) {
      const body = JSON.stringify({
        events: list(20, () => ({ name: 'x', to: 'ada', payload: { t: 'x'.repeat(PAYLOAD) } })),
      });
      // A refusal is a response, and so is a connection that is closed before all of it is sent.
      const refused = () => anonymous('POST', '/v1/events/trigger/bulk', body).catch(() => undefined);
      return () => repeated(20, 20, refused);
    },
  },
];

/** The attack of this name; `bodies:` is followed by the beginning of paths. Throws when there is none. */
export function attackNamed(name) {
  if (name.startsWith('bodies:')) return bodies(name.slice('bodies:'.length));
  const attack = ATTACKS.find((one) => one.name === name);
  if (attack) return attack;
  throw new Error(`There is no attack ${name}; there are ${ATTACKS.map((one) => one.name).join(', ')}, bodies:PATH`);
}

/** The names in a list with commas; `floods` stands for all floods, and undefined for all attacks. */
export function chosenNames(list) {
  const named = list?.split(',') ?? ATTACKS.map(({ name }) => name);
  const names = named.flatMap((name) => (name === 'floods' ? FLOODS.map((flood) => flood.name) : [name]));
  for (const name of names) attackNamed(name);
  return names;
}
