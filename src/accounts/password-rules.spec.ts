import { passwordProblem } from './password-rules.js';

describe('AC7: which passwords can be chosen', () => {
  it.each([
    ['kind-otters-hum', undefined],
    ['ten chars!', undefined],
    ['🦦🦦🦦🦦🦦🦦🦦🦦🦦🦦', undefined],
    ['x'.repeat(199) + 'y', undefined],
    ['nine char', 'must have 10 to 200 characters, but has 9'],
    ['🦦🦦🦦🦦🦦🦦🦦🦦🦦', 'must have 10 to 200 characters, but has 9'],
    ['', 'must have 10 to 200 characters, but has 0'],
    ['x'.repeat(201), 'must have 10 to 200 characters, but has 201'],
    ['Ada.Lovelace@Example.com', 'must not be the email of the account'],
    ['ada.lovelace', 'must not be the email of the account'],
    ['Password123', 'is one of the most common passwords, which are tried first by those who guess'],
    ['ｐａｓｓｗｏｒｄ１２３', 'is one of the most common passwords, which are tried first by those who guess'],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password, 'ada.lovelace@example.com')).toBe(problem);
  });
});
