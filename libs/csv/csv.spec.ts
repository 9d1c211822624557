import fc from 'fast-check';
import { CsvError, csvRow, fromSheet, readCsv } from './csv.js';

const fieldsOf = (text: string) => [...readCsv(text)].map(({ fields }) => fields);

describe('CSV', () => {
  it.each<[string, string, string[][]]>([
    [
      'lines of any kind',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    [
      'quotes',
      '"a,1","b ""x"""\n"c\nd",',
      [
        ['a,1', 'b "x"'],
        ['c\nd', ''],
      ],
    ],
    [
      'semicolons',
      'a;b\n"c;d";e,f',
      [
        ['a', 'b'],
        ['c;d', 'e,f'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
    ['empty lines', '\n\na,b\n\n', [['a', 'b']]],
    [
      'empty fields',
      'a,,b\n,,',
      [
        ['a', '', 'b'],
        ['', '', ''],
      ],
    ],
    ['nothing', '', []],
  ])('is read: %s', (_what, text, rows) => {
    expect(fieldsOf(text)).toEqual(rows);
  });

  it('knows the line of each row', () => {
    expect([...readCsv('a\n\n"b\nc"\nd')].map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each(['a,"b', '"a"b,c', 'a,b"c"\n"'])('is refused with its line: %j', (text) => {
    expect(() => [...readCsv(text)]).toThrow(CsvError);
  });

  it.each(['=1+1', '+491234', '-1', '@x', ' =1', '\t=1', '＝1', "'=1", "''+1"])(
    'CS28: has no formulas: %j',
    (field) => {
      const [[written]] = fieldsOf(csvRow([field, 'x'])) as [[string, string]];
      expect(written).toBe(`'${field}`);
      expect(fromSheet(written)).toBe(field);
    },
  );

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }), (fields) => {
        expect(
          fieldsOf(`head,of${csvRow(['', ''])}${csvRow(fields)}`)
            .at(1)
            ?.map(fromSheet),
        ).toEqual(fields);
      }),
    );
  });
});
