import { variablesRead } from './bridge.step.js';

const env = { TOKEN: 'secret', HOST: 'shop.example', HOST_2: 'other' };

describe('the variables that an application gets', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['none that is not read', { subject: 'Hello {{payload.TOKEN}}' }, {}],
    ['none for controls without a template', {}, {}],
    ['one in a template', { body: 'https://{{ env.HOST }}/' }, { HOST: 'shop.example' }],
    ['one by a name in quotes', { body: '{{ env["HOST_2"] }}' }, { HOST_2: 'other' }],
    ['one below a list', { headers: [{ key: 'a', value: '{{env.TOKEN}}' }] }, { TOKEN: 'secret' }],
    ['none by a computed name', { body: '{{ env[payload.name] }}' }, {}],
  ])('CF15: %s', (_what, controls, given) => {
    expect(variablesRead(controls, env)).toEqual(given);
  });
});
