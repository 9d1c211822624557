import { afterOf, tokenOf } from './admission.service.js';

const ID = '6925a1f0c0ffee0123456789';

describe('handshake', () => {
  it.each([
    [{ token: 'a' }, {}, 'a'],
    [{}, { token: 'b' }, 'b'],
    [{ token: 'a' }, { token: 'b' }, 'a'],
    [{ token: '' }, { token: 'b' }, 'b'],
    [{ token: ['a', 'b'] }, {}, ''],
    [{}, { token: { a: 1 } }, ''],
    [{}, {}, ''],
  ])('the token of query %j and auth %j is %j', (query, auth, token) => {
    expect(tokenOf({ query, auth })).toBe(token);
  });

  it.each([
    [{ after: ID }, {}, ID],
    [{}, { after: ID.toUpperCase() }, ID],
    [{ after: ID }, { after: `${ID.slice(1)}0` }, `${ID.slice(1)}0`],
    [{ after: 'yesterday' }, {}, undefined],
    [{ after: [ID] }, {}, undefined],
    [{}, { after: { $gt: '' } }, undefined],
    [{}, {}, undefined],
  ])('the last notification of query %j and auth %j is %s', (query, auth, after) => {
    expect(afterOf({ query, auth })?.toHexString()).toBe(after);
  });
});
