import { BadRequestException } from '@nestjs/common';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type Acceptance, ignoredFields, toBulkResult, toResult } from './acceptance.js';

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

describe('T19: a trigger is told what it says in vain', () => {
  it.each<[string, object, RegExp[]]>([
    [
      'a field that no trigger has',
      { name: 'a', to: 'b', payloads: {} },
      [/^payloads was ignored: a trigger has .*Did you mean 'payload'\?$/],
    ],
    ['a field that only clients know', { name: 'a', to: 'b', agentId: 'c' }, [/^agentId has no effect here$/]],
    [
      'a field of a recipient',
      { name: 'a', to: { subscriberId: 'b', mail: 'c' } },
      [/^to\.mail was ignored: a subscriber/],
    ],
    [
      'fields of one of several, and of the actor',
      { name: 'a', to: ['b', { type: 'Topic', topicKey: 'c', not: [] }], actor: { subscriberId: 'd', age: 3 } },
      [/^to\.1\.not was ignored: a topic has/, /^actor\.age was ignored/],
    ],
  ])('%s', (_what, trigger, expected) => {
    expect(ignoredFields(trigger)).toEqual(expected.map((text) => expect.stringMatching(text)));
  });

  it('but not what is read, nor in what is free, and of very many only some', () => {
    const to = [
      { subscriberId: 'a', email: 'b', data: { any: 1 } },
      'c',
      { type: 'Topic', topicKey: 'd', exclude: [] },
    ];
    expect(
      ignoredFields({ name: 'a', to, payload: { any: 1 }, overrides: { fcm: {} }, context: { any: 'a' } }),
    ).toEqual([]);
    expect(ignoredFields(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1])))).toHaveLength(
      10,
    );
    expect(ignoredFields(null)).toEqual([]);
  });
});
