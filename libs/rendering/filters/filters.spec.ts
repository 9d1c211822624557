import { createTemplateEngines } from '../liquid-engine.js';

const { plain } = createTemplateEngines();

function print(expression: string, value: unknown): string {
  return plain.render(`{{ value | ${expression} }}`, { value });
}

describe('L3 pluralize', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [1, 'pluralize: "other"', '1 other'],
    [2, 'pluralize: "other"', '2 others'],
    [0, 'pluralize: "other"', '0 others'],
    [-1, 'pluralize: "item"', '-1 items'],
    [1.5, 'pluralize: "apple"', '1.5 apples'],
    ['1', 'pluralize: "item"', '1 item'],
    ['10', 'pluralize: "item"', '10 items'],
    ['many', 'pluralize: "item"', '0 items'],
    [true, 'pluralize: "item"', '1 item'],
    [false, 'pluralize: "item"', '0 items'],
    [['a', 'b'], 'pluralize: "item"', '2 items'],
    [[], 'pluralize: "item"', '0 items'],
    [{ a: 1 }, 'pluralize: "property"', '1 property'],
    [{ a: 1, b: 2 }, 'pluralize: "property"', '2 properties'],
    [null, 'pluralize: "item"', ''],
    [undefined, 'pluralize: "item"', ''],
    [3, 'pluralize: "Kind", "Kinder"', '3 Kinder'],
    [1, 'pluralize: "Kind", "Kinder"', '1 Kind'],
    [3, 'pluralize: "item", "", false', 'items'],
    [1, 'pluralize: "item", "items", false', 'item'],
    [3, 'pluralize: "item", "items", "false"', 'items'],
    [3, 'pluralize: "item", "items", true', '3 items'],
    [2, 'pluralize: "child"', '2 children'],
    [2, 'pluralize: "Person"', '2 People'],
    [2, 'pluralize: "berry"', '2 berries'],
    [2, 'pluralize: "day"', '2 days'],
    [2, 'pluralize: "box"', '2 boxes'],
    [2, 'pluralize: "leaf"', '2 leaves'],
    [2, 'pluralize', '2'],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});

const people = [{ user: { name: 'A' } }, { user: { name: 'B' } }, { user: { name: 'C' } }, { user: { name: 'D' } }];

describe('L3 toSentence', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [['A', 'B', 'C', 'D'], 'toSentence: "", 2', 'A, B, and 2 others'],
    [['A', 'B', 'C', 'D'], 'toSentence', 'A, B, and 2 others'],
    [['A', 'B', 'C'], 'toSentence', 'A, B, and 1 other'],
    [['A', 'B'], 'toSentence', 'A and B'],
    [['A'], 'toSentence', 'A'],
    [[], 'toSentence', ''],
    [['A', 'B', 'C'], 'toSentence: "", 3', 'A, B, and C'],
    [['A', 'B', 'C'], 'toSentence: "", 9', 'A, B, and C'],
    [['A', 'B', 'C'], 'toSentence: "", "1"', 'A and 2 others'],
    [['A', 'B', 'C'], 'toSentence: "", 0', '3 others'],
    [['A', 'B', 'C'], 'toSentence: "", -1', '3 others'],
    [['A', 'B', 'C'], 'toSentence: "", "x"', 'A, B, and 1 other'],
    [['A', 'B', 'C', 'D'], 'toSentence: "", 2, "person"', 'A, B, and 2 people'],
    [['A', 'B', 'C'], 'toSentence: "", 2, "person"', 'A, B, and 1 person'],
    [people, 'toSentence: "user.name"', 'A, B, and 2 others'],
    [people, 'toSentence: "user.name", 4', 'A, B, C, and D'],
    [[{ n: 1 }, { n: null }, {}], 'toSentence: "n", 3', '1, , and '],
    [[{}, {}], 'toSentence: "constructor.name"', ' and '],
    [['A', 'B'], 'toSentence: "", 2, "other", " + ", " or ", " & "', 'A or B'],
    [['A', 'B', 'C'], 'toSentence: "", 2, "other", " + ", " or ", " & "', 'A + B & 1 other'],
    ['text', 'toSentence', ''],
    [7, 'toSentence', ''],
    [{ a: 1 }, 'toSentence', ''],
    [null, 'toSentence', ''],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});

describe('L3 digest', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [['A', 'B', 'C', 'D'], 'digest', 'A, B and 2 others'],
    [['A', 'B', 'C', 'D'], 'digest: 2', 'A, B and 2 others'],
    [['A', 'B', 'C'], 'digest', 'A, B and 1 other'],
    [['A', 'B'], 'digest', 'A and B'],
    [['A'], 'digest', 'A'],
    [[], 'digest', ''],
    [['A', 'B', 'C'], 'digest: 3', 'A, B and C'],
    [['A', 'B', 'C', 'D'], 'digest: 10', 'A, B, C and D'],
    [['A', 'B', 'C'], 'digest: 1', 'A and 2 others'],
    [people, 'digest: 2, "user.name"', 'A, B and 2 others'],
    [['A', 'B', 'C', 'D'], 'digest: 4, "", " • "', 'A • B • C and D'],
    [[1, 2], 'digest', '1 and 2'],
    ['text', 'digest', ''],
    [undefined, 'digest', ''],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});

describe('L3 json', () => {
  it.each<[value: unknown, expression: string, expected: string]>([
    [['a', 1, null, { b: `it's` }], 'json', `["a",1,null,{"b":"it's"}]`],
    ['a "b"', 'json', String.raw`"a \"b\""`],
    [undefined, 'json', 'null'],
    [{ a: [1] }, 'json: 1', '{\n "a": [\n  1\n ]\n}'],
    [{ a: 1 }, 'inspect', '{"a":1}'],
    [{ a: 1 }, 'jsonify', '{"a":1}'],
  ])('%j | %s is %j', (value, expression, expected) => {
    expect(print(expression, value)).toBe(expected);
  });
});
