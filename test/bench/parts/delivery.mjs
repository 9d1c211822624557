import autocannon from 'autocannon';
import { median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const CONNECTIONS = 32;

/** How many triggers go all the way each second, one process doing everything as it does by default. */
export function measureDelivery(services, { rounds, triggers }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('all');
    const scene = await Scene.create(application, installation.database);
    const [ada] = await scene.people(1);
    const deliver = async () => {
      const start = performance.now();
      const result = await autocannon({
        url: `${application.url}/v1/events/trigger`,
        method: 'POST',
        headers: application.headers,
        body: JSON.stringify(scene.body(ada)),
        connections: CONNECTIONS,
        amount: triggers,
      });
      if (result['2xx'] !== triggers) throw new Error(`Only ${result['2xx']} of ${triggers} triggers were accepted`);
      await scene.allDelivered();
      return triggers / ((performance.now() - start) / 1000);
    };
    await deliver();
    const rates = [];
    for (let round = 0; round < rounds; round++) rates.push(await deliver());
    const messages = await scene.collection('messages').countDocuments();
    if (messages !== triggers * (rounds + 1)) throw new Error(`${messages} messages were stored`);
    return [reference('triggers delivered end to end, one process', median(rates), '/s')];
  });
}
