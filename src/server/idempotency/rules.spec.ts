import { Types } from 'mongoose';
import { isFinal, recordId, requestHash, stateOf } from './rules.js';

describe('D8: what a record means', () => {
  const now = new Date('2026-05-04T10:00:00Z');
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  const running = { request: 'r', runningUntil: after, expiresAt: after };
  const answer = { status: 201, sealedBody: 'x' };

  it.each([
    ['its call has begun', running, 'running'],
    ['the mark is over', { ...running, runningUntil: before }, 'no_response'],
    ['the mark ends at this moment', { ...running, runningUntil: now }, 'no_response'],
    ['its call has a response', { ...running, answer }, 'completed'],
    ['it has had a response for long', { ...running, runningUntil: before, answer }, 'completed'],
    ['it is of another call that runs', { ...running, request: 'other' }, 'other_request'],
    ['it is of another call that has a response', { ...running, request: 'other', answer }, 'other_request'],
    ['it is of another call without a response', { ...running, request: 'o', runningUntil: before }, 'other_request'],
    ['its time is over', { ...running, expiresAt: now, answer }, 'expired'],
    ['its time is over and it is of another call', { ...running, expiresAt: before, request: 'o' }, 'expired'],
  ])('when %s', (_case, record, kind) => {
    expect(stateOf(record, 'r', now).kind).toBe(kind);
  });

  it('gives the response', () => {
    expect(stateOf({ ...running, answer }, 'r', now)).toEqual({ kind: 'completed', response: answer });
  });
});

describe('D8: a response that is sent again', () => {
  it.each([200, 201, 204, 400, 401, 402, 403, 404, 409, 413, 415, 422])('is %d', (status) => {
    expect(isFinal(status, undefined)).toBe(true);
    expect(isFinal(status, '1')).toBe(false);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('is not %d', (status) => {
    expect(isFinal(status, undefined)).toBe(false);
  });
});

describe('D8: calls that ask for the same', () => {
  const environment = { id: new Types.ObjectId() };
  const call = { method: 'POST', url: '/v1/events/trigger', body: { name: 'a', payload: { x: 1, y: [1, 2] } } };

  it('have one hash, whatever the order of members', async () => {
    const body = { payload: { y: [1, 2], x: 1 }, name: 'a' };
    expect(await requestHash(environment, { ...call, body })).toBe(await requestHash({ ...environment }, call));
  });

  it.each([
    ['method', { method: 'PATCH' }],
    ['path', { url: '/v1/events/trigger/broadcast' }],
    ['query', { url: '/v1/events/trigger?x=1' }],
    ['body', { body: { name: 'a', payload: { x: 1, y: [2, 1] } } }],
    ['absence of a body', { body: undefined }],
    ['empty body', { body: {} }],
  ])('have another than those with another %s', async (_part, change) => {
    expect(await requestHash(environment, { ...call, ...change })).not.toBe(await requestHash(environment, call));
  });

  it('have another in another environment', async () => {
    expect(await requestHash({ id: new Types.ObjectId() }, call)).not.toBe(await requestHash(environment, call));
  });

  it('a key has one record in an environment, and another in another of the same organization', () => {
    const organizationId = new Types.ObjectId();
    const [one, other] = [
      { id: new Types.ObjectId(), organizationId },
      { id: new Types.ObjectId(), organizationId },
    ] as const;
    expect(recordId(one, 'k')).toBe(recordId({ ...one }, 'k'));
    expect(new Set([recordId(one, 'k'), recordId(one, 'K'), recordId(other, 'k')]).size).toBe(3);
  });
});
