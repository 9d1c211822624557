import { keywordsOf, newSender, toKeywords } from './keywords';

const EMPTY = { stop: '', start: '', help: '' };

it('are as usual where nothing is stored, and store nothing then', () => {
  const fields = keywordsOf(undefined);
  expect(fields).toEqual({ answer: true, texts: EMPTY, senders: [] });
  expect(toKeywords(fields)).toBeUndefined();
  expect(toKeywords({ ...fields, senders: [newSender()], texts: { ...EMPTY, stop: '  ' } })).toBeUndefined();
});

it.each([
  [{ answer: false }],
  [{ answers: { stop: 'Bye', help: 'Ask us' } }],
  [{ answer: false, bySender: { '12345': { answer: true, answers: { start: 'Hi' } }, '777': { answer: false } } }],
])('are stored as they were read: %j', (smsKeywords) => {
  expect(toKeywords(keywordsOf({ smsKeywords }))).toEqual(smsKeywords);
});

it('a number says what all say, unless it says something else', () => {
  const [sender] = keywordsOf({
    smsKeywords: { answer: false, bySender: { '1': { answers: { stop: 'x' } } } },
  }).senders;
  expect(sender).toEqual({ number: '1', answer: false, texts: { ...EMPTY, stop: 'x' } });
});
