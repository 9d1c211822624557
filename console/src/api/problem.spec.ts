import { divide } from './field-problems';
import { inWords, NoResponse, Problem } from './problem';

const response = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

describe('an error in words', () => {
  it.each([
    ['no response', new NoResponse(), 'Carillon does not respond', /connection/],
    ['an error of the page', new TypeError('x is undefined'), 'This page has an error', /Reload/],
    [
      'a hint of the API',
      Problem.of(response(404), { message: 'This link does not work', hint: 'Ask for another.' }),
      'This link does not work',
      /^Ask for another\.$/,
    ],
    [
      'a pause',
      Problem.of(response(429, { 'retry-after': '1' }), { message: 'Too many' }),
      'Too many',
      /in 1 second\./,
    ],
    ['a long pause', Problem.of(response(429, { 'retry-after': '600' }), {}), /429/, /in 10 minutes/],
    ['a missing role', Problem.of(response(403), { message: 'No' }), 'No', /owner or admin/],
    ['a cause in the log', Problem.of(response(500), { message: 'Oh', errorId: 'abc' }), 'Oh', /abc/],
    ['a body that is not JSON', Problem.of(response(502), 'Bad Gateway'), /502/, /Try again/],
    [
      'a broken rule',
      Problem.of(response(422), { message: 'Validation failed', errors: { name: { messages: ['name is long'] } } }),
      'name is long',
      /Correct/,
    ],
    ['a bad request', Problem.of(response(400), { message: 'The port is not a number' }), /port/, /Correct/],
  ])('says what to do about %s', (_what, error, title, advice) => {
    const words = inWords(error);
    expect(words.title).toMatch(title);
    expect(words.advice).toMatch(advice);
  });
});

describe('the errors of a form', () => {
  const broken = (...fields: string[]) =>
    Problem.of(response(422), {
      message: 'Validation failed',
      errors: Object.fromEntries(fields.map((field) => [field, { messages: [`${field} is wrong`, 'and long'] }])),
    });

  it('stand at the fields that they name, of nested ones at the outermost', () => {
    expect(divide(broken('email', 'data.plan'), ['email', 'data'])).toEqual({
      fields: { email: 'email is wrong. and long', data: 'data.plan is wrong. and long' },
    });
  });

  it('are not lost where the form has no such field', () => {
    const { fields, rest } = divide(broken('email', 'limit'), ['email']);
    expect(fields).toEqual({ email: 'email is wrong. and long' });
    expect(inWords(rest)).toMatchObject({ title: 'limit is wrong. and long' });
  });

  it('are all the rest where nothing is named', () => {
    const error = new NoResponse();
    expect(divide(error, ['email'])).toEqual({ fields: {}, rest: error });
  });
});
