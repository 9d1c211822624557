import { trackingAddress } from './tracking-address.js';

describe('CS80: the address that tracked links lead to', () => {
  it.each([
    ['https://mail.example', 'https://mail.example/e/'],
    ['https://mail.example/notify', 'https://mail.example/notify/e/'],
    ['http://mail.example', undefined],
    [undefined, undefined],
  ])('with %s: %s', (publicUrl, expected) => {
    expect(trackingAddress({ publicUrl, port: 3000 })).toBe(expected);
  });
});
