import { ObjectId } from 'mongodb';
import { median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const PAGE = 50;
const BATCH = 500;
const TAGS = 20;
/** One in so many is not active. */
const INACTIVE_EVERY = 10;

/** How long lists of many workflows take, and saving one among them. */
export function measureWorkflows(services, { workflows, requests }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('api');
    const scene = await Scene.create(application, installation.database);
    const names = await fill(scene, workflows);
    const any = (index) => names[(index * 7919) % names.length];
    const lists = {
      'first page': () => '',
      'page behind half of them': () => `&offset=${Math.floor(workflows / 2)}`,
      'search by a part of the name': (index) => `&query=${any(index).slice(1)}`,
      'search by a tag': (index) => `&tags=tag-${index % TAGS}`,
      'those that are active': () => '&status=ACTIVE',
      'those that are not': () => '&status=INACTIVE',
    };
    const rows = [];
    for (const [what, query] of Object.entries(lists)) {
      const time = await medianOf(requests, (index) => list(application, query(index)));
      rows.push(reference(`${workflows} workflows, ${what}`, time, 'ms', 1));
    }
    const saved = await medianOf(requests, (index) => save(application, any(index)));
    return [...rows, reference(`${workflows} workflows, save one of five steps`, saved, 'ms', 1)];
  });
}

/** Milliseconds; the first call warms up and does not count. */
async function medianOf(requests, call) {
  await call(0);
  const times = [];
  for (let index = 1; index <= requests; index++) {
    const start = performance.now();
    await call(index);
    times.push(performance.now() - start);
  }
  return median(times);
}

async function list({ url, headers }, query) {
  const path = `/v2/workflows?limit=${PAGE}${query}`;
  const { data } = await expectOk(path, await fetch(url + path, { headers }));
  if (data.workflows.length === 0) throw new Error(`${path} found nothing`);
}

async function save({ url, headers }, workflowId) {
  const path = `/v2/workflows/${workflowId}`;
  const steps = stepsOf().map(({ _id, ...step }) => step);
  const body = JSON.stringify({ name: `Saved ${workflowId}`, active: true, steps, preferences: {} });
  await expectOk(path, await fetch(url + path, { method: 'PUT', headers, body }));
}

async function expectOk(path, response) {
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${path} responded with ${response.status}: ${JSON.stringify(body)}`);
  return body;
}

/** Stores workflows of five steps as fast as the store takes them; returns their identifiers. */
async function fill(scene, count) {
  const like = await scene.collection('workflows').findOne({ workflowId: scene.workflowId });
  const rows = Array.from({ length: count }, (_, index) => newWorkflow(like, index));
  for (let start = 0; start < count; start += BATCH) {
    await scene.collection('workflows').insertMany(rows.slice(start, start + BATCH), { ordered: false });
  }
  return rows.map(({ workflowId }) => workflowId);
}

/** A workflow that differs from `like` in what lists look at. */
function newWorkflow(like, index) {
  const workflowId = `w-${new ObjectId().toHexString()}`;
  const at = new Date(like.createdAt.getTime() - index * 1000);
  return {
    ...like,
    _id: new ObjectId(),
    workflowId,
    name: `Workflow ${workflowId}`,
    nameKey: `workflow ${workflowId}`,
    tags: [`tag-${index % TAGS}`],
    active: index % INACTIVE_EVERY !== 0,
    steps: stepsOf(),
    createdAt: at,
    updatedAt: at,
  };
}

function stepsOf() {
  return Array.from({ length: 5 }, (_, index) => ({
    _id: new ObjectId(),
    stepId: `step-${index}`,
    name: `Step ${index}`,
    type: 'in_app',
    controlValues: { subject: 'Order {{payload.order}}', body: 'Dear {{subscriber.firstName}}, it is on its way.' },
  }));
}
