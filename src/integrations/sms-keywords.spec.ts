import { answerTo, smsKeywordsProblem } from './sms-keywords.js';

describe('CS43: what a number answers', () => {
  const settings = {
    answers: { stop: 'Bye.' },
    bySender: {
      '+15005550006': { answers: { stop: 'Gone.', help: 'Call us.' } },
      '12345': { answer: false },
      Shop: { answers: { start: 'Hi.' } },
    },
  };

  it.each([
    ['stop', '+1999', settings, 'Bye.'],
    ['help', '+1999', settings, 'usual'],
    ['stop', '+15005550006', settings, 'Gone.'],
    ['stop', '15005550006', settings, 'Gone.'],
    ['help', '15005550006', settings, 'Call us.'],
    ['start', '15005550006', settings, 'usual'],
    ['stop', '12345', settings, undefined],
    ['start', 'shop', settings, 'Hi.'],
    ['stop', '12345', undefined, 'usual'],
    ['stop', '12345', { answer: false }, undefined],
    ['stop', '12345', { answer: false, bySender: { '12345': { answer: true } } }, 'usual'],
  ] as const)('to %s at %s with %j: %s', (keyword, sender, given, text) => {
    expect(answerTo(keyword, sender, given, 'usual')).toBe(text);
  });

  it.each([
    [{}],
    [{ answer: false }],
    [{ answers: { stop: 'Bye.', start: 'Hi.', help: 'Call us.' } }],
    [{ bySender: { '+15005550006': { answer: true, answers: { help: 'Call us.' } } } }],
  ])('is set by %j', (given) => {
    expect(smsKeywordsProblem(given)).toBeUndefined();
  });

  it.each([
    ['text', 'smsKeywords must be an object'],
    [[], 'smsKeywords must be an object'],
    [{ anwser: true }, 'smsKeywords must only have answer, answers, bySender, not anwser'],
    [{ answer: 'no' }, 'smsKeywords.answer must be a boolean'],
    [{ answers: 'Bye.' }, 'smsKeywords.answers must be an object'],
    [{ answers: { end: 'Bye.' } }, 'smsKeywords.answers must only have stop, start, help, not end'],
    [{ answers: { stop: ' ' } }, 'smsKeywords.answers.stop must be a text of 1 to 480 characters'],
    [{ answers: { stop: 'x'.repeat(481) } }, 'smsKeywords.answers.stop must be a text of 1 to 480 characters'],
    [{ bySender: [] }, 'smsKeywords.bySender must be an object'],
    [{ bySender: { '1': { bySender: {} } } }, 'smsKeywords.bySender.1 must only have answer, answers, not bySender'],
    [{ bySender: { '1': null } }, 'smsKeywords.bySender.1 must be an object'],
  ])('is not set by %j', (given, problem) => {
    expect(smsKeywordsProblem(given)).toBe(problem);
  });
});
