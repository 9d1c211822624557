import { callOf, namesOf } from './call';

const TYPE = {
  identifier: "it's shipped",
  text: 'Order {{ order }} of {{who.name}}',
  link: '/o/{{order}}',
  bundleSegment: '',
};

describe('a request of the legacy API as a command', () => {
  it('names the members of the metadata that templates print, once each', () => {
    expect(namesOf(TYPE)).toEqual(['order', 'who']);
    expect(namesOf({ text: 'Hello', link: '', bundleSegment: '{{- bundle | upcase }}' })).toEqual(['bundle']);
  });

  it('sends them with the id of the application, and keeps quotes for the shell', () => {
    const place = { protocol: 'https:', hostname: 'carillon.example.com' } as Location;
    const command = callOf({ application: { applicationId: 'app_1' }, type: TYPE, service: { port: 3001 } }, place);
    expect(command).toContain('curl -u "app_1:$CARILLON_LEGACY_SECRET"');
    expect(command).toContain("'https://carillon.example.com:3001/api/notification'");
    expect(command).toContain(`"type": "it'\\''s shipped"`);
    expect(command).toContain('"order": "a value for order"');
  });
});
