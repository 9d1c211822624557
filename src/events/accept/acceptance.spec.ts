import { BadRequestException } from '@nestjs/common';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { Event } from '../store/event.schema.js';
import { type Acceptance, acceptancesOf, firstOfEach, refused, toBulkResult, toResult } from './acceptance.js';
import type { NewEvent } from './new-event.js';

describe('T6: the result of a trigger', () => {
  it.each<[Acceptance, object]>([
    [
      { kind: 'accepted', transactionId: 'a', replayed: false },
      { acknowledged: true, status: 'processed', transactionId: 'a' },
    ],
    [
      { kind: 'accepted', transactionId: 'a', replayed: true },
      { acknowledged: true, status: 'processed', transactionId: 'a' },
    ],
    [
      { kind: 'without_effect', status: 'trigger_not_active' },
      { acknowledged: true, status: 'trigger_not_active' },
    ],
    [
      { kind: 'without_effect', status: 'no_workflow_steps_defined' },
      { acknowledged: true, status: 'no_workflow_steps_defined' },
    ],
    [
      { kind: 'without_effect', status: 'no_tenant_found' },
      { acknowledged: true, status: 'no_tenant_found' },
    ],
    [
      { kind: 'accepted', transactionId: 'a', replayed: false, left: ['to.1: no'], warnings: ['payload'] },
      {
        acknowledged: true,
        status: 'processed',
        transactionId: 'a',
        error: ['to.1: no'],
        warnings: ['payload'],
      },
    ],
  ])('of %j is %j, alone and in a bulk', (acceptance, expected) => {
    expect(toResult(acceptance)).toEqual(expected);
    expect(toBulkResult(acceptance)).toEqual(expected);
  });

  it.each([
    [new BadRequestException('no good'), ['no good']],
    [ValidationException.of('to', 'to must be there'), ['to: to must be there']],
    [
      new PayloadValidationException([
        { field: 'a.b', message: 'must be number' },
        { field: '', message: 'must have c' },
      ]),
      ['payload.a.b must be number', 'must have c'],
    ],
  ])('of one that is refused is the error alone, and its texts in a bulk: %p', (error, texts) => {
    const acceptance: Acceptance = { kind: 'refused', error };
    expect(() => toResult(acceptance)).toThrow(error);
    expect(toBulkResult(acceptance)).toEqual({ acknowledged: true, status: 'error', error: texts });
  });
});

describe('D6: of the events of one request', () => {
  const anEvent = (transactionId: string): NewEvent => ({ event: { transactionId } as Event, size: 1 });

  it.each<[string[], number[]]>([
    [[], []],
    [
      ['a', 'b'],
      [0, 1],
    ],
    [
      ['a', 'b', 'a', 'a', 'c', 'b'],
      [0, 1, 4],
    ],
  ])('%j the first with an id counts', (ids, kept) => {
    const events = ids.map(anEvent);
    expect(firstOfEach(events)).toEqual(kept.map((index) => events[index]));
  });

  it('those that are not in the store repeat others, and the order stays', () => {
    const [stored, repeated] = [anEvent('a'), anEvent('b')];
    const error = refused(new BadRequestException('wrong'));
    expect(acceptancesOf([repeated, error, stored], new Set([stored.event]))).toEqual([
      { kind: 'accepted', transactionId: 'b', replayed: true },
      error,
      { kind: 'accepted', transactionId: 'a', replayed: false },
    ]);
  });
});
