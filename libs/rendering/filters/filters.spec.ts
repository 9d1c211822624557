import { createTemplateEngines } from '../liquid-engine.js';
import { Translations } from '../translations/translations.js';

const { plain } = createTemplateEngines();

function print(expression: string, value: unknown): string {
  return plain.render(`{{ value | ${expression} }}`, { value });
}

describe('L3 pluralize', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [1, 'pluralize: "parcel"', '1 parcel'],
    [6, 'pluralize: "parcel"', '6 parcels'],
    [0, 'pluralize: "parcel"', '0 parcels'],
    [-1, 'pluralize: "degree"', '-1 degrees'],
    [2.5, 'pluralize: "litre"', '2.5 litres'],
    ['1', 'pluralize: "reminder"', '1 reminder'],
    ['40', 'pluralize: "reminder"', '40 reminders'],
    ['several', 'pluralize: "reminder"', '0 reminders'],
    [true, 'pluralize: "vote"', '1 vote'],
    [false, 'pluralize: "vote"', '0 votes'],
    [['bow', 'stern', 'mast'], 'pluralize: "part"', '3 parts'],
    [[], 'pluralize: "part"', '0 parts'],
    [{ port: 'Bergen' }, 'pluralize: "detail"', '1 detail'],
    [{ port: 'Bergen', berth: 4, pilot: null }, 'pluralize: "detail"', '3 details'],
    [null, 'pluralize: "parcel"', ''],
    [undefined, 'pluralize: "parcel"', ''],
    [5, 'pluralize: "Hafen", "Häfen"', '5 Häfen'],
    [1, 'pluralize: "Hafen", "Häfen"', '1 Hafen'],
    [5, 'pluralize: "ticket", "", false', 'tickets'],
    [1, 'pluralize: "ticket", "tickets", false', 'ticket'],
    [5, 'pluralize: "ticket", "tickets", "false"', 'tickets'],
    [5, 'pluralize: "ticket", "tickets", true', '5 tickets'],
    [4, 'pluralize: "goose"', '4 geese'],
    [4, 'pluralize: "Woman"', '4 Women'],
    [4, 'pluralize: "ferry"', '4 ferries'],
    [4, 'pluralize: "quay"', '4 quays'],
    [4, 'pluralize: "branch"', '4 branches'],
    [4, 'pluralize: "life"', '4 lives'],
    [4, 'pluralize', '4'],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});

describe('L3 pluralize by the rules of a language', () => {
  const named = "pluralize: one: 'plik', few: 'pliki', many: 'plików', other: 'pliku'";
  const files = { one: 'plik', few: 'pliki', many: 'plików', other: 'pliku' };
  const inPolish = (expression: string, value: unknown) =>
    plain.render(`{{ value | ${expression} }}`, { value, t: new Translations([{ files, word: 'plik' }], 'pl_PL') });

  it.each<[number, string]>([
    [1, '1 plik'],
    [2, '2 pliki'],
    [5, '5 plików'],
    [12, '12 plików'],
    [22, '22 pliki'],
    [1.5, '1.5 pliku'],
  ])('of Polish: %d', (count, expected) => {
    expect(inPolish(named, count)).toBe(expected);
    expect(inPolish('pluralize: t.files', count)).toBe(expected);
    expect(inPolish(`${named}, show: false`, count)).toBe(expected.split(' ')[1]);
  });

  it.each<[string, string | undefined, string, number, string]>([
    ['English has two forms', 'en_US', "one: 'file', other: 'files'", 5, '5 files'],
    ['zero is singular in French', 'fr', "one: 'fichier', other: 'fichiers'", 0, '0 fichier'],
    ['Arabic has six', 'ar', "zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'r'", 11, '11 m'],
    ['a form that is missing is the other', 'pl', "one: 'plik', other: 'plików'", 3, '3 plików'],
    ['an unknown language is English', 'x', "one: 'file', other: 'files'", 1, '1 file'],
    ['none is English', undefined, "one: 'file', other: 'files'", 1, '1 file'],
  ])('%s', (_case, locale, forms, value, expected) => {
    const t = new Translations([], locale);
    expect(plain.render(`{{ value | pluralize: ${forms} }}`, { value, t })).toBe(expected);
  });

  it('a translated word is one', () => {
    expect(inPolish("pluralize: t.word, 'plików'", 1)).toBe('1 plik');
  });
});

describe('L3 dates without a zone', () => {
  it.each([
    ['2026-03-29 02:30', '2026-03-29 02:30'],
    ['2026-03-29T02:30:15', '2026-03-29 02:30'],
    ['2026-03-29T02:30+02:00', '2026-03-29 00:30'],
    ['2026-03-29 02:30 +0200', '2026-03-29 00:30'],
    ['2026-03-29', '2026-03-29 00:00'],
    ['29 March 2026', '2026-03-29 00:00'],
    ['March 29, 2026 10:00', '2026-03-29 10:00'],
    ['2026/03/29 10:00', '2026-03-29 10:00'],
    ['Sun, 29 Mar 2026 10:00:00 GMT', '2026-03-29 10:00'],
    ['Sun Mar 29 2026 10:00:00 GMT+0200 (Central European Summer Time)', '2026-03-29 08:00'],
    ['Sun, 29 Mar 2026 10:00:00 EST', '2026-03-29 15:00'],
    ['1774778400', '2026-03-29 10:00'],
    ['no date', 'no date'],
  ])('%s is the same wherever the server is', (text, expected) => {
    // Tests run in another zone than UTC.
    expect(new Date(2026, 0).getTimezoneOffset()).not.toBe(0);
    expect(print("date: '%Y-%m-%d %H:%M'", text)).toBe(expected);
  });
});

describe('L3 dates in a zone', () => {
  it.each([
    ['Europe/Berlin', '12:00'],
    ['Mars/Olympus', '10:00'],
    ['+05:30', '15:30'],
    ['+01:00:00', '10:00'],
    ['', '10:00'],
  ])('of %j', (zone, expected) => {
    const scope = { at: '2026-07-01T10:00:00Z', subscriber: { timezone: zone } };
    expect(plain.render("{{ at | date: '%H:%M', subscriber.timezone }}", scope)).toBe(expected);
  });
});

const crew = ['Ines', 'Okko', 'Runa', 'Tariq', 'Vida'];
const watch = crew.map((first) => ({ sailor: { first } }));

describe('L3 toSentence', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [crew, 'toSentence: "", 2', 'Ines, Okko, and 3 others'],
    [crew, 'toSentence', 'Ines, Okko, and 3 others'],
    [crew.slice(0, 3), 'toSentence', 'Ines, Okko, and 1 other'],
    [crew.slice(0, 2), 'toSentence', 'Ines and Okko'],
    [crew.slice(0, 1), 'toSentence', 'Ines'],
    [[], 'toSentence', ''],
    [crew.slice(0, 3), 'toSentence: "", 3', 'Ines, Okko, and Runa'],
    [crew.slice(0, 3), 'toSentence: "", 20', 'Ines, Okko, and Runa'],
    [crew, 'toSentence: "", "1"', 'Ines and 4 others'],
    [crew, 'toSentence: "", 0', '5 others'],
    [crew, 'toSentence: "", -3', '5 others'],
    [crew, 'toSentence: "", "few"', 'Ines, Okko, and 3 others'],
    [crew, 'toSentence: "", 3, "man"', 'Ines, Okko, Runa, and 2 men'],
    [crew, 'toSentence: "", 4, "man"', 'Ines, Okko, Runa, Tariq, and 1 man'],
    [watch, 'toSentence: "sailor.first"', 'Ines, Okko, and 3 others'],
    [watch, 'toSentence: "sailor.first", 5', 'Ines, Okko, Runa, Tariq, and Vida'],
    [[{ berth: 8 }, { berth: null }, {}], 'toSentence: "berth", 3', '8, , and '],
    [[{}, {}], 'toSentence: "constructor.name"', ' and '],
    [crew.slice(0, 2), 'toSentence: "", 2, "other", "; ", " und ", " sowie "', 'Ines und Okko'],
    [crew, 'toSentence: "", 2, "other", "; ", " und ", " sowie "', 'Ines; Okko sowie 3 others'],
    ['Ines', 'toSentence', ''],
    [12, 'toSentence', ''],
    [{ first: 'Ines' }, 'toSentence', ''],
    [null, 'toSentence', ''],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});

describe('L3 digest', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [crew, 'digest', 'Ines, Okko and 3 others'],
    [crew, 'digest: 2', 'Ines, Okko and 3 others'],
    [crew.slice(0, 3), 'digest', 'Ines, Okko and 1 other'],
    [crew.slice(0, 2), 'digest', 'Ines and Okko'],
    [crew.slice(0, 1), 'digest', 'Ines'],
    [[], 'digest', ''],
    [crew, 'digest: 5', 'Ines, Okko, Runa, Tariq and Vida'],
    [crew, 'digest: 30', 'Ines, Okko, Runa, Tariq and Vida'],
    [crew, 'digest: 1', 'Ines and 4 others'],
    [watch, 'digest: 2, "sailor.first"', 'Ines, Okko and 3 others'],
    [crew, 'digest: 5, "", " / "', 'Ines / Okko / Runa / Tariq and Vida'],
    [[17, 23], 'digest', '17 and 23'],
    ['Ines', 'digest', ''],
    [undefined, 'digest', ''],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});

describe('L3 json', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [['mast', 3, null, { of: `ship's` }], 'json', `["mast",3,null,{"of":"ship's"}]`],
    ['the "Runa"', 'json', String.raw`"the \"Runa\""`],
    [undefined, 'json', 'null'],
    [{ berths: [4] }, 'json: 1', '{\n "berths": [\n  4\n ]\n}'],
    [{ berth: 4 }, 'inspect', '{"berth":4}'],
    [{ berth: 4 }, 'jsonify', '{"berth":4}'],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});
