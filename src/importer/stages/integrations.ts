import { isSameJson } from '../../promotion/definition.js';
import type { Fields } from '../api.js';
import { plainList, present, textOf } from '../lists.js';
import { type Note, single, type Stage } from '../plan.js';

const FIELDS = ['name', 'conditions', 'priority'];

/**
 * Integrations by their identifiers. Servers never show credentials, so new ones are inactive until a person enters them;
 * nothing is sent before. Those that exist keep credentials and state.
 */
export const integrations: Stage = {
  kind: 'integrations',
  async *compare({ from, to, fromEnvironment, toEnvironment }) {
    const source = (await plainList(from, '/v1/integrations')) ?? [];
    const [stored = [], providers = []] = await Promise.all([
      plainList(to, '/v1/integrations'),
      plainList(to, '/v1/integrations/providers'),
    ]);
    const sendable = new Map(
      providers.map((one) => [`${String(one['channel'])} ${String(one['providerId'])}`, one['sendable']]),
    );
    const known = new Map(stored.map((one) => [textOf(one, 'identifier'), one]));
    const hasInApp = stored.some(
      ({ channel, _environmentId }) => channel === 'in_app' && _environmentId === toEnvironment.id,
    );
    for (const integration of source) {
      if (integration['_environmentId'] !== fromEnvironment.id || integration['deleted'] === true) continue;
      const identifier = textOf(integration, 'identifier');
      const { channel, providerId } = integration;
      const item = { type: 'integration', id: identifier };
      const before = known.get(identifier);
      if (before && before['_environmentId'] !== toEnvironment.id) {
        yield single({ ...item, action: 'skip', why: 'the identifier is taken in another environment' });
      } else if (!before && channel === 'in_app' && hasInApp) {
        yield single({ ...item, action: 'skip', why: 'the environment has its in-app integration already' });
      } else if (!before && sendable.get(`${String(channel)} ${String(providerId)}`) !== true) {
        const why = `Carillon does not send through ${String(providerId)}`;
        yield single({ ...item, action: 'skip', why, notes: [{ kind: 'lost', text: why }] });
      } else {
        const wanted: Fields = { conditions: [], ...present(integration, FIELDS) };
        const changes = Object.fromEntries(
          Object.entries(wanted).filter(([name, value]) => !isSameJson(value, before?.[name])),
        );
        const action = before ? (Object.keys(changes).length > 0 ? 'change' : 'same') : 'create';
        const notes = before && before['active'] === true ? [] : notesOf(integration);
        yield single({ ...item, action, notes }, () =>
          before
            ? to.write('PUT', `/v1/integrations/${textOf(before, '_id')}`, changes)
            : to.write('POST', '/v1/integrations', {
                ...wanted,
                ...present(integration, ['providerId', 'channel', 'kind']),
                identifier,
                active: channel === 'in_app' && integration['active'] === true,
                check: false,
              }),
        );
      }
    }
  },
};

function notesOf({ channel, active, primary, configurations }: Fields): Note[] {
  if (channel === 'in_app') return [];
  const steps = [
    'its credentials, and switch it on',
    ...(active === true ? [] : ['it was switched off before, too']),
    ...(primary === true ? ['make it primary'] : []),
    ...(configurations && Object.keys(configurations).length > 0 ? ['set up the reports of its provider'] : []),
  ];
  return [{ kind: 'enter', text: steps.join('; ') }];
}
