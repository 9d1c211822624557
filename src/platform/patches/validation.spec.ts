import { getMetadataStorage, IsString, MaxLength, validate } from 'class-validator';
import { cacheValidationMetadata } from './validation.js';

class Named {
  @IsString()
  name: unknown;
}

class Labelled extends Named {
  @MaxLength(3, { groups: ['short'] })
  label = 'a label';
}

const violated = async (object: object, groups?: string[]) =>
  (await validate(object, groups && { groups })).map(({ property }) => property);

describe('remembered rules', () => {
  const storage = getMetadataStorage();
  const prototype = Object.getPrototypeOf(storage);
  const find = prototype.getTargetValidationMetadatas;
  let lookUps = 0;

  /** As class-validator has it by itself: the storage is that of all tests of the process. */
  const forgetRules = () => Reflect.deleteProperty(storage, 'getTargetValidationMetadatas');

  beforeAll(() => {
    forgetRules();
    prototype.getTargetValidationMetadatas = function (...parameters: unknown[]) {
      lookUps += 1;
      return find.apply(this, parameters);
    };
    cacheValidationMetadata();
    cacheValidationMetadata();
  });

  afterAll(() => {
    forgetRules();
    prototype.getTargetValidationMetadatas = find;
  });

  it('are those of the class and of what it extends, looked for once', async () => {
    expect(await violated(new Labelled())).toEqual(['label', 'name']);
    expect(await violated(Object.assign(new Labelled(), { name: 'a', label: 'b' }))).toEqual([]);
    expect(await violated(new Named())).toEqual(['name']);
    expect(lookUps).toBe(2);
  });

  it('are looked for anew where groups choose among them', async () => {
    expect(await violated(new Labelled(), ['short'])).toEqual(['label']);
    expect(await violated(new Labelled(), ['long'])).toEqual([]);
  });
});
