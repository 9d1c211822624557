import { addressProblem, blocks, comparable } from './suppression-rules.js';

describe('CS20: an entry', () => {
  it.each([
    ['bounce', true, true, true],
    ['complaint', true, true, true],
    ['manual', true, true, true],
    ['legal', true, true, true],
    ['stop', false, true, true],
    ['unsubscribe', false, false, true],
  ])('%s blocks critical workflows: %s, transactional ones: %s, subscriptions: %s', (reason, ...blocked) => {
    const natures = [
      { critical: true, subscription: false },
      { critical: false, subscription: false },
      { critical: false, subscription: true },
    ];
    expect(natures.map((nature) => blocks(reason, nature))).toEqual(blocked);
  });
});

describe('CS21: an address', () => {
  it.each([
    ['email', 'Ada@Example.COM', 'ada@example.com'],
    ['email', '"Lovelace, Ada" <Ada@example.com>', 'ada@example.com'],
    ['email', ' ada@example.com ', 'ada@example.com'],
    ['email', 'Ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['email', 'ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['email', 'ada@XN--Bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['email', 'ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['email', 'JÖRG@example.com', 'jörg@example.com'],
    ['email', 'jo\u0308rg@example.com', 'jörg@example.com'],
    ['email', 'ada+news@example.com', 'ada+news@example.com'],
    ['email', 'jörg@[127.0.0.1]', 'jörg@[127.0.0.1]'],
    ['sms', '+49 (0)30 901-820', '+4930901820'],
    ['sms', '4930901820', '+4930901820'],
    ['sms', '004930901820', '+4930901820'],
    ['sms', 'whatsapp:+4930901820', '+4930901820'],
    ['sms', '＋４９３０９０１８２０', '+4930901820'],
    ['sms', '1-800-FLOWERS', '+1800flowers'],
    ['sms', '030 901820', '+030901820'],
    ['chat', 'https://hooks.example.com/T/B', 'https://hooks.example.com/T/B'],
    ['push', ' aToken ', 'aToken'],
  ] as const)('of %s %s is compared as %s', (channel, address, compared) => {
    expect(comparable(channel, address)).toBe(compared);
  });

  it.each([
    ['email', 'ada@example.com', undefined],
    ['email', 'ada', 'email address'],
    ['email', 'a@example.com, b@example.com', 'one email address'],
    ['email', 'j\ufffdrg@example.com', 'UTF-8'],
    ['sms', '+4930901820', undefined],
    ['sms', '12345', undefined],
    ['sms', '030 901820', 'country code'],
    ['sms', 'ada', 'phone number'],
    ['chat', ' ', 'text'],
    ['push', 'a\nb', 'control characters'],
    ['push', '{"endpoint":"https://push.example.com"}', undefined],
  ] as const)('of %s %j is refused if it is none: %s', (channel, address, problem) => {
    const found = addressProblem(channel, address);
    expect(found).toEqual(problem === undefined ? undefined : expect.stringContaining(problem));
  });
});
