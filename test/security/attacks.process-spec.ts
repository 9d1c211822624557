import { authorizationForms, forgedSessions } from './attacks/credentials.js';
import { bodiesWithoutKey, bombs, idleConnections } from './attacks/floods.js';
import { foreignCursorsAndFilters } from './attacks/foreign.js';
import { generated, mutated } from './attacks/fuzz.js';
import { privateTargets } from './attacks/outward.js';
import { secretsAtRest } from './attacks/secrets.js';
import { type Attack, noteAttack, Target } from './attacks/target.js';
import { hostInjection, scriptLinks, smuggling } from './attacks/wire.js';

/** `npm run security` sets these; without, the forms are short. */
const REQUESTS = process.env.SECURITY_REQUESTS;
const SEED = Number(process.env.SECURITY_SEED ?? 1);

const ATTACKS: Record<string, Attack> = {
  'keys in forms that are none let nobody in': authorizationForms,
  'tokens that nobody gave out open no session and no socket': forgedSessions(REQUESTS ? Infinity : 3),
  'a request hidden in another is not seen': smuggling,
  'names and proxies that lie lead nobody elsewhere': hostInjection,
  'links that run scripts reach no inbox': scriptLinks,
  'cursors and filters show nothing of another environment': foreignCursorsAndFilters(REQUESTS ? Infinity : 1),
  'no place that is called leads to this machine': privateTargets,
  'small requests do not unfold into large ones': bombs,
  'connections that send nothing keep nobody out': idleConnections(REQUESTS ? 4000 : 200),
  'requests with changed bytes do no harm': mutated(REQUESTS ? Number(REQUESTS) / 3 : 100),
  'secrets are neither in files nor in the log': secretsAtRest,
};

/** Too long for the suite; test/walk has the short form of the first. */
const LONG: Record<string, Attack> = {
  'documented requests, valid and spoilt, do no harm': generated(Number(REQUESTS)),
  'large bodies without a key cost nothing': bodiesWithoutKey,
};

describe('attacks on a running service', () => {
  let target: Target;

  beforeAll(async () => {
    target = await Target.start({ LOG_LEVEL: REQUESTS ? 'info' : 'trace' }, SEED);
  });

  afterAll(() => target.stop());

  it.each(Object.entries(REQUESTS ? { ...ATTACKS, ...LONG } : ATTACKS))(
    '%s',
    async (name, attack) => {
      target.requests = 0;
      target.failures = [];
      try {
        await attack(target);
        const { statusCode } = await target.send({ method: 'GET', url: '/health/ready' });
        target.check(statusCode === 200, `afterwards it is not ready: ${statusCode}`);
      } catch (error) {
        target.check(false, `the attack ended early: ${error instanceof Error ? error.stack : String(error)}`);
      }
      noteAttack(name, target.requests, target.failures);
      expect(target.failures).toEqual([]);
    },
    REQUESTS ? 2 ** 31 - 1 : undefined,
  );
});
