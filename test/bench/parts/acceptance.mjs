import { randomUUID } from 'node:crypto';
import { atLeast, median, reference } from '../system/figures.mjs';
import { load } from '../system/load.mjs';
import { Scene } from '../system/scene.mjs';

/** How fast triggers are accepted, beside a route that only stores what it gets. Nobody delivers meanwhile. */
export function measureAcceptance(services, { rounds, seconds }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('api');
    const bare = await installation.startBareRoute();
    const { headers } = application;
    const scene = await Scene.create(application, installation.database);
    const body = JSON.stringify(scene.body('ada'));
    const trigger = { url: `${application.url}/v1/events/trigger`, headers, body };
    const accepted = (duration) => load({ ...trigger, duration });
    const keyed = (duration) => load({ ...trigger, duration, requests: [{ setupRequest: withKey }] });
    const stored = (duration) => load({ url: bare.url, headers, body, duration });
    await stored(seconds / 2);
    await accepted(seconds / 2);
    const rates = [];
    for (let round = 0; round < rounds; round++) {
      rates.push({ bare: await stored(seconds), trigger: await accepted(seconds), keyed: await keyed(seconds) });
    }
    const ratio = median(rates.map(({ bare, trigger }) => trigger.rate / bare.rate));
    const keyedRatio = median(rates.map(({ trigger, keyed }) => keyed.rate / trigger.rate));
    return [
      atLeast('triggers accepted, share of a bare insert route', ratio, 0.5),
      reference('triggers accepted', median(rates.map(({ trigger }) => trigger.rate)), '/s'),
      reference('bare insert route', median(rates.map(({ bare }) => bare.rate)), '/s'),
      reference('trigger answered, 99th percentile', median(rates.map(({ trigger }) => trigger.p99)), 'ms'),
      reference('triggers with an Idempotency-Key, share of those without', keyedRatio, '', 2),
    ];
  });
}

/** As the official client does: another key for every call. */
function withKey(request) {
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
}
