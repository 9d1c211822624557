import { median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const PAGE = 100;

/** How long lists of many subscribers take: where they begin, what is searched for, and where they are deep. */
export function measureLists(services, { subscribers, requests }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('api');
    const scene = await Scene.create(application, installation.database);
    const ids = await scene.people(subscribers);
    const get = (query) => request(application, `/v2/subscribers?limit=${PAGE}${query}`);
    const deep = await cursorAt(scene, Math.floor(subscribers / 2));
    const any = (index) => ids[(index * 7919) % ids.length];
    const queries = {
      'first page': () => '',
      'first page by time of creation': () => '&orderBy=createdAt',
      'deep page': () => `&after=${deep}`,
      'search by a part of the id': (index) => `&subscriberId=${any(index).slice(2)}`,
      'search by a part of the email address': (index) => `&email=${any(index).slice(2)}`,
      'search by a name that all have': () => '&name=Lovelace',
    };
    const rows = [];
    for (const [what, query] of Object.entries(queries)) {
      await get(query(0));
      const times = [];
      for (let index = 1; index <= requests; index++) times.push((await get(query(index))).milliseconds);
      rows.push(reference(`${subscribers} subscribers, ${what}`, median(times), 'ms', 1));
    }
    return rows;
  });
}

async function request({ url, headers }, path) {
  const start = performance.now();
  const response = await fetch(url + path, { headers });
  const page = await response.json();
  if (response.status !== 200 || page.data.length === 0) throw new Error(`${path} answered ${response.status}`);
  return { page, milliseconds: performance.now() - start };
}

/** The cursor that leads to the page behind so many subscribers, the newest first. */
async function cursorAt(scene, position) {
  const [{ _id }] = await scene
    .collection('subscribers')
    .find({}, { projection: { _id: 1 } })
    .sort({ environmentId: -1, _id: -1 })
    .skip(position)
    .limit(1)
    .toArray();
  return Buffer.from(JSON.stringify(['_id', _id.toHexString()])).toString('base64url');
}
