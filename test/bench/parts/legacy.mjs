import { load } from '../system/load.mjs';
import { median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

/** How fast the legacy API takes notifications, beside triggers of the same workflow. Nobody delivers meanwhile. */
export function measureLegacy(services, { rounds, seconds }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('api');
    const { headers } = application;
    const scene = await Scene.create(application, installation.database);
    const { payload, ...trigger } = scene.body('1741');
    const legacy = await legacyClient(application, trigger.name);
    const body = JSON.stringify({ type: 'order-shipped', externalId: '1741', metadata: payload });
    const sent = (duration) => load({ ...legacy, body, duration });
    const triggered = (duration) =>
      load({
        url: `${application.url}/v1/events/trigger`,
        headers,
        body: JSON.stringify({ ...trigger, payload }),
        duration,
      });
    await triggered(seconds / 2);
    await sent(seconds / 2);
    const rates = [];
    for (let round = 0; round < rounds; round++) {
      rates.push({ trigger: await triggered(seconds), legacy: await sent(seconds) });
    }
    const ratio = median(rates.map(({ trigger, legacy }) => legacy.rate / trigger.rate));
    return [
      reference('legacy notifications, share of triggers', ratio, '', 2),
      reference('legacy notifications accepted', median(rates.map(({ legacy }) => legacy.rate)), '/s'),
      reference('triggers accepted beside them', median(rates.map(({ trigger }) => trigger.rate)), '/s'),
      reference('legacy notification answered, 99th percentile', median(rates.map(({ legacy }) => legacy.p99)), 'ms'),
    ];
  });
}

/** Where to send, and as whom. */
async function legacyClient(application, workflowId) {
  const post = async (path, payload) => {
    const request = { method: 'POST', headers: application.headers, body: JSON.stringify(payload) };
    const response = await fetch(application.url + path, request);
    if (response.status !== 201) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return (await response.json()).data;
  };
  const { applicationId, secret } = await post('/v1/legacy/applications', { name: 'Benchmark' });
  await post(`/v1/legacy/applications/${applicationId}/types`, {
    identifier: 'order-shipped',
    workflowId,
    text: 'Order {{order}} is on its way to {{address}}',
    link: '/orders/{{order}}',
    bundleSegment: 'order {{order}}',
  });
  const authorization = `Basic ${Buffer.from(`${applicationId}:${secret}`).toString('base64')}`;
  return {
    url: `${await application.ask('legacyUrl')}/api/notification`,
    headers: { authorization, 'content-type': 'application/json' },
  };
}
