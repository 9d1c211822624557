import { actorInWords, kindInWords, operationInWords } from './audit-words';

describe('an entry of the trail', () => {
  it.each([
    ['Workflows_update', 'Workflows: update'],
    ['ApiKeys_create', 'API keys: create'],
    ['Members_listOwn', 'Members: list own'],
    ['retention', 'Retention'],
  ])('says %s as %s', (operation, words) => {
    expect(operationInWords(operation)).toBe(words);
  });

  it('says what was done', () => {
    expect([
      kindInWords({ kind: 'change', method: 'PATCH' }),
      kindInWords({ kind: 'change' }),
      kindInWords({ kind: 'secret', method: 'GET' }),
      kindInWords({ kind: 'session', method: 'POST' }),
    ]).toEqual(['changed', 'done', 'shown', 'session']);
  });

  it('says who it was', () => {
    expect([
      actorInWords({ type: 'person', name: 'ada@example.com' }),
      actorInWords({ type: 'key', id: '3f1c9a5be0d24d7f8a6c0b1e' }),
      actorInWords({ type: 'system' }),
      actorInWords({ type: 'anonymous' }),
    ]).toEqual(['ada@example.com', 'key 3f1c9a5b', 'the system', 'someone unknown']);
  });
});
