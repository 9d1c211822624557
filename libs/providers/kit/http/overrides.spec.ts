import { withPassthrough } from './overrides.js';
import { formBody } from './request-bodies.js';

describe('what a trigger adds to a form', () => {
  const request = {
    method: 'POST' as const,
    url: 'https://api.example.com/',
    ...formBody({ To: '+491', Body: 'a & b' }),
  };

  it('E2: replaces fields and adds others, a list as often as it is long', () => {
    const body = { Body: 'c', StatusCallback: 'https://example.com/?a=1', MediaUrl: ['x', 'y'], MaxPrice: 1 };
    expect(withPassthrough(request, { _passthrough: { body } }).body).toBe(
      'To=%2B491&Body=c&StatusCallback=https%3A%2F%2Fexample.com%2F%3Fa%3D1&MediaUrl=x&MediaUrl=y&MaxPrice=1',
    );
  });

  it('E2: leaves the form as it is without any', () => {
    expect(withPassthrough(request, { _passthrough: { query: { a: 'b' } } })).toEqual({
      ...request,
      url: 'https://api.example.com/?a=b',
    });
  });
});
