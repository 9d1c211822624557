import { numberOfId } from './legacy-applications.service.js';

describe('A12: the number that an external id is', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['1020', 1020],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', undefined],
    ['99999999999999999999', undefined],
    ['007', undefined],
    ['-1', undefined],
    ['+1', undefined],
    ['1.0', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    [' 1', undefined],
    ['١', undefined],
    ['ada', undefined],
    ['', undefined],
  ])('%j → %p', (externalId, number) => {
    expect(numberOfId(externalId)).toBe(number);
  });
});
