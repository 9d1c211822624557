import { assertUsable, NewerDataError, raised, toMark } from './data-format.js';

const mark = (format: number, oldest: number) => ({ format, oldest, version: '2.0.0' });

describe('UP1: a release with form 2', () => {
  it.each([
    ['of no mark', undefined],
    ['of an earlier release', mark(1, 1)],
    ['of its own', mark(2, 2)],
    ['of a later release that runs beside it', mark(3, 2)],
  ])('uses data %s', (_of, found) => {
    expect(() => assertUsable(found, 'The store', 2)).not.toThrow();
  });

  it('refuses data that a later release has brought into a form it does not know, and says what to do', () => {
    const use = () => assertUsable(mark(4, 3), 'The folder /data', 2);
    expect(use).toThrow(NewerDataError);
    expect(use).toThrow(/The folder \/data was used by Carillon 2\.0\.0.*Start Carillon 2\.0\.0 or newer, or restore/);
  });
});

it.each([
  ['the first time', undefined, { format: 2, oldest: 1, version: '1.5.0' }],
  ['after an earlier release', mark(1, 1), { format: 2, oldest: 1, version: '1.5.0' }],
  ['as before', mark(2, 1), undefined],
  ['after a later release', mark(3, 2), undefined],
])('UP2: the mark %s is only ever raised', (_when, found, expected) => {
  expect(raised(found, '1.5.0', { format: 2, oldest: 1 })).toEqual(expected);
});

it.each([
  ['nothing', null, undefined],
  ['something else', { version: 1 }, undefined],
  ['more than this release knows', { ...mark(3, 2), features: ['x'] }, mark(3, 2)],
  ['no version', { format: 3, oldest: 2 }, { format: 3, oldest: 2, version: 'of a later release' }],
])('a mark that holds %s is read', (_what, stored, expected) => {
  expect(toMark(stored)).toEqual(expected);
});
