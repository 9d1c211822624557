import { channelFindings } from './channel-findings.js';
import { textsFindings } from './translation-findings.js';

const step = (type: 'email' | 'sms' | 'delay' | 'in_app') => ({ stepId: type, name: type, type, controlValues: {} });
const sender = (channel: 'email' | 'sms' | 'in_app', name: string, refuses = false) => ({
  channel,
  name,
  providerId: 'sendgrid',
  primary: true,
  ...(refuses && { refusal: { since: new Date(0), error: 'key revoked' } }),
});

function found(types: Parameters<typeof step>[0][], active: ReturnType<typeof sender>[]): string[] {
  const workflow = { kind: undefined, preferences: {}, steps: types.map(step) };
  const place = { environment: 'Production', address: 'https://n.de' };
  return channelFindings(workflow as never, active as never, place).map(
    ({ code, severity, stepId }) => `${severity} ${code} ${stepId}`,
  );
}

describe('CK9: channels without a provider', () => {
  it.each<[string, Parameters<typeof found>, string[]]>([
    ['none at all', [['email'], []], ['error channel_unavailable email']],
    ['one of another channel', [['email'], [sender('sms', 'A')]], ['error channel_unavailable email']],
    ['one', [['email'], [sender('email', 'A')]], []],
    ['one that is refused', [['email'], [sender('email', 'A', true)]], ['error channel_unavailable email']],
    [
      'two, of which one is refused',
      [['email'], [sender('email', 'A', true), sender('email', 'B')]],
      ['warning provider_refuses email'],
    ],
    ['none for a step that sends nothing', [['delay'], []], []],
    [
      'none for two channels',
      [['email', 'in_app'], []],
      ['error channel_unavailable email', 'error channel_unavailable in_app'],
    ],
  ])('%s', (_what, given, expected) => {
    expect(found(...given)).toEqual(expected);
  });

  it('names the environment, the channel and the words of the provider', () => {
    const workflow = { preferences: {}, steps: [step('email')] };
    const place = { environment: 'Production', address: 'https://n.de' };
    const messages = (active: ReturnType<typeof sender>[]) =>
      channelFindings(workflow as never, active as never, place).map(({ message }) => message);
    expect(messages([])).toEqual(['Production has no active integration for email. Add one, or enable one.']);
    expect(messages([sender('email', 'Mail', true)])).toEqual([
      "The provider refuses 'Mail' in Production: key revoked. Look at its credentials.",
    ]);
  });
});

const texts = (locale: string, content: object) => ({ locale, content: content as Record<string, unknown> });

describe('CK10: missing translations', () => {
  it.each<[string, string[], ReturnType<typeof texts>[], string[]]>([
    ['no key', [], [], []],
    ['no text at all', ['a'], [], ['error en_US has no text for a. Add the translation.']],
    ['all texts', ['a.b'], [texts('en_US', { a: { b: 'B' } })], []],
    ['an empty text', ['a'], [texts('en_US', { a: ' ' })], ['error en_US has no text for a. Add the translation.']],
    [
      'one language without',
      ['a', 'b'],
      [texts('en_US', { a: 'A', b: 'B' }), texts('de_DE', { a: 'A' })],
      ['warning de_DE has no text for b. Add the translation.'],
    ],
    [
      'the default language without',
      ['a'],
      [texts('de_DE', { a: 'A' })],
      ['error en_US has no text for a. Add the translation.'],
    ],
    [
      'many',
      ['a', 'b', 'c', 'd', 'e'],
      [texts('en_US', {})],
      ['error en_US has no text for a, b, c and 2 more. Add the translation.'],
    ],
  ])('%s', (_what, keys, languages, expected) => {
    expect(textsFindings(keys, languages, 'en_US').map(({ severity, message }) => `${severity} ${message}`)).toEqual(
      expected,
    );
  });
});
