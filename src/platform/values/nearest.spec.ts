import { didYouMean, nearest } from './nearest.js';

describe('the nearest of several names', () => {
  it.each([
    ['welcom', ['order-shipped', 'welcome'], 'welcome'],
    ['Welcome', ['welcome'], 'welcome'],
    ['wlecome', ['welcome'], 'welcome'],
    ['sendgird', ['sendgrid', 'sendinblue'], 'sendgrid'],
    ['order_shipped', ['order-shipped'], 'order-shipped'],
    ['orderShipped', ['order-shipped', 'order-shipped-2'], 'order-shipped'],
    ['fmc', ['apns', 'fcm'], 'fcm'],
    ['inapp', ['in_app', 'email'], 'in_app'],
    ['mail', ['in_app', 'email'], 'email'],
    ['a', ['b', 'a'], 'a'],
    ['statsu', ['state', 'status'], 'status'],
  ])('%s among %j is %s', (name, candidates, expected) => {
    expect(nearest(name, candidates)).toBe(expected);
  });

  it.each([
    ['what is too different', 'invoice', ['welcome', 'order-shipped']],
    ['another short name', 'fcm', ['apns', 'expo', 'sms']],
    ['more than a third of a name', 'digest', ['diced']],
    ['nothing', 'welcome', []],
    ['one of very long names', 'x'.repeat(101), ['x'.repeat(102)]],
  ])('is not %s', (_what, name, candidates) => {
    expect(nearest(name, candidates)).toBeUndefined();
    expect(didYouMean(name, candidates)).toBe('');
  });

  it('is the first of those that are equally near', () => {
    expect(nearest('order', ['orders', 'border'])).toBe('orders');
  });

  it('is as near as is asked for', () => {
    expect(nearest('transactionsIds', ['transactionId'])).toBe('transactionId');
    expect(nearest('transactionsIds', ['transactionId'], 1)).toBeUndefined();
  });

  it('is a question behind a message', () => {
    expect(didYouMean('welcom', ['welcome'])).toBe(" Did you mean 'welcome'?");
  });
});
