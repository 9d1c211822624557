import fc from 'fast-check';
import { Types } from 'mongoose';
import { documentFrom } from '#libs/embedded-mongo/bson/convert.js';
import { matches } from '#libs/embedded-mongo/query/match.js';
import { parseFilter } from '#libs/embedded-mongo/query/parse-filter.js';
import { escapePattern, matchFilter, searchFilter } from './subscriber-search.js';

/** Few characters, so that parts overlap; also those that patterns and UTF-16 treat specially. */
const characters = fc.constantFrom('a', 'A', 'b', ' ', '.', '$', '^', '\\', '\n', '\0', 'é', 'É', '😀', '😁');
const someText = fc.string({ unit: characters, maxLength: 5 });
const searched = fc.string({ unit: characters, minLength: 1, maxLength: 4 });
const fields = fc.record(
  { subscriberId: someText, email: someText, phone: someText, firstName: someText, lastName: someText },
  { requiredKeys: ['subscriberId'] },
);

const includes = (value: string, text: string, ignoreCase = true): boolean =>
  ignoreCase ? value.toLowerCase().includes(text.toLowerCase()) : value.includes(text);

describe('subscriber search', () => {
  const environmentId = new Types.ObjectId();
  const isSelected = (filter: object, subscriber: object): boolean =>
    matches(parseFilter(documentFrom(filter)), documentFrom({ environmentId, ...subscriber }));

  it('finds a name by a part of "First Last", and the other fields by a part of each', () => {
    fc.assert(
      fc.property(fields, searched, fc.boolean(), (subscriber, text, ignoreCase) => {
        const { subscriberId, email = '', phone = '', firstName = '', lastName = '' } = subscriber;
        const name = `${firstName} ${lastName}`;
        for (const [field, value] of Object.entries({ subscriberId, email, phone, name })) {
          expect(isSelected(searchFilter({ id: environmentId }, { [field]: text, ignoreCase }), subscriber)).toBe(
            includes(value, text, ignoreCase),
          );
        }
        const all = [subscriberId, email, phone, name];
        const isAnywhere = all.some((value) => includes(value, text));
        expect(isSelected(matchFilter({ id: environmentId }, { text }), subscriber)).toBe(isAnywhere);
        expect(isSelected(searchFilter({ id: environmentId }, { search: text }), subscriber)).toBe(isAnywhere);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['0151 123', '+4915112345', false],
    ['151 / 123', '+4915112345', true],
    ['+49 (151) 12', '+4915112345', true],
    ['15-1', '+4915112345', true],
    ['+', '+4915112345', true],
    ['x151', '+4915112345', false],
  ])('looks for %j in the phone number %s without what is between its digits', (search, phone, isFound) => {
    const subscriber = { subscriberId: 'ada', phone };
    expect(isSelected(searchFilter({ id: environmentId }, { search }), subscriber)).toBe(isFound);
  });

  it('takes a search together with other texts', () => {
    const [ada, grace] = [
      { subscriberId: 'ada', firstName: 'Ada', email: 'a@example.com' },
      { subscriberId: 'grace', firstName: 'Grace', email: 'g@example.com' },
    ];
    const filter = searchFilter({ id: environmentId }, { search: 'EXAMPLE', name: 'Ada' });
    expect([isSelected(filter, ada), isSelected(filter, grace)]).toEqual([true, false]);
  });

  it('matches any text literally and nothing else', () => {
    const text = fc.string({ minLength: 1, unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, (wanted, before, after) => {
        const pattern = new RegExp(escapePattern(wanted), 'u');
        expect(pattern.test(`${before}${wanted}${after}`)).toBe(true);
        expect(pattern.test(before)).toBe(before.includes(wanted));
      }),
    );
  });

  it('stays inside the environment', () => {
    const id = new Types.ObjectId();
    expect(searchFilter({ id }, {})).toEqual({ environmentId: id });
  });

  it('takes an empty text as no filter', () => {
    const id = new Types.ObjectId();
    expect(searchFilter({ id }, { email: '', name: '', phone: '', subscriberId: '' })).toEqual({ environmentId: id });
  });
});
