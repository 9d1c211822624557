import { metricsRefusal, servesMetricsOnMainPort } from './metrics-access.js';

const EMBEDDED = { metricsPort: 0, metricsToken: undefined, mongodbUri: undefined, host: undefined };
const OWN_STORE = { ...EMBEDDED, mongodbUri: 'mongodb://store' };
const TOKEN = 'a-token-of-sixteen';

describe('where metrics are served', () => {
  it.each([
    ['the embedded default', EMBEDDED, 'main'],
    ['the embedded store for all addresses', { ...EMBEDDED, host: '0.0.0.0' }, 'nowhere'],
    ['a store of its own', OWN_STORE, 'nowhere'],
    ['a store of its own, for this machine', { ...OWN_STORE, host: '127.0.0.1' }, 'main'],
    ['a token', { ...OWN_STORE, metricsToken: TOKEN }, 'main'],
    ['a port', { ...OWN_STORE, metricsPort: 9464 }, 'own'],
    ['a port and a token', { ...OWN_STORE, metricsPort: 9464, metricsToken: TOKEN }, 'own'],
  ])('with %s: %3$s', (_name, config, place) => {
    expect(servesMetricsOnMainPort(config)).toBe(place === 'main');
  });
});

describe('who may read metrics', () => {
  const bearer = { authorization: `Bearer ${TOKEN}` };

  it.each([
    ['this machine', 'localhost', {}, undefined, false, true],
    ['a name that leads to this machine', 'rebound.example.com', {}, undefined, false, false],
    ['any name, at the port for metrics', 'carillon.internal', {}, undefined, true, true],
    ['the token', 'notify.example.com', bearer, TOKEN, false, true],
    ['no token where there is one', 'localhost', {}, TOKEN, false, false],
    ['another token', 'localhost', { authorization: `Bearer ${TOKEN}x` }, TOKEN, false, false],
    ['the token in another form', 'localhost', { authorization: TOKEN }, TOKEN, true, false],
  ])('%s', (_name, hostname, headers, metricsToken, isOwnPort, isAllowed) => {
    expect(metricsRefusal({ hostname, headers }, { metricsToken }, isOwnPort) === undefined).toBe(isAllowed);
  });
});
