import { atMost, median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const PAGE = 100;

/** Most that a search may take, in milliseconds. */
const SEARCH_BUDGET = 100;

/** How long lists of many subscribers take: where they begin, what is searched for, and where they are deep. */
export function measureLists(services, { subscribers, requests }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('api');
    const scene = await Scene.create(application, installation.database);
    const start = performance.now();
    const ids = await scene.people(subscribers);
    const stored = (1000 * subscribers) / (performance.now() - start);
    const get = (query) => request(application, `/v2/subscribers?limit=${PAGE}${query}`);
    const deep = await cursorAt(scene, Math.floor(subscribers / 2));
    const any = (index) => ids[(index * 7919) % ids.length];
    const lists = {
      'first page': () => '',
      'first page by time of creation': () => '&orderBy=createdAt',
      'deep page': () => `&after=${deep}`,
    };
    const searches = {
      'search by a part of the id': (index) => `&subscriberId=${any(index).slice(2)}`,
      'search by a part of the email address': (index) => `&email=${any(index).slice(2)}`,
      'a part of the email address, by time of creation': (index) => `&email=${any(index).slice(2)}&orderBy=createdAt`,
      'search by two characters of the email address': (index) => `&email=${any(index).slice(2, 4)}`,
      'two characters, by time of creation': (index) => `&email=${any(index).slice(2, 4)}&orderBy=createdAt`,
      'search by a part of all email addresses': () => '&email=example.c',
      'a part of all email addresses, deep page': () => `&email=example.c&after=${deep}`,
      'a part of all email addresses, by time of creation': () => '&email=example.c&orderBy=createdAt',
      'search by a name that all have': () => '&name=Lovelace',
      'search by a part of both names': () => '&name=a%20Love',
    };
    const measure = async (query) => {
      await get(query(0));
      const times = [];
      for (let index = 1; index <= requests; index++) times.push((await get(query(index))).milliseconds);
      return median(times);
    };
    const rows = [reference('subscribers stored, 500 at a time', stored, '/s')];
    const named = (what) => `${subscribers} subscribers, ${what}`;
    for (const [what, query] of Object.entries(lists)) rows.push(reference(named(what), await measure(query), 'ms', 1));
    const { milliseconds } = await get('&name=Ada');
    rows.push(reference(named('first search of all'), milliseconds, 'ms', 1));
    for (const [what, query] of Object.entries(searches)) {
      rows.push(atMost(named(what), await measure(query), SEARCH_BUDGET, 'ms', 1));
    }
    return rows;
  });
}

async function request({ url, headers }, path) {
  const start = performance.now();
  const response = await fetch(url + path, { headers });
  const page = await response.json();
  if (response.status !== 200 || page.data.length === 0) throw new Error(`${path} responded with ${response.status}`);
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
