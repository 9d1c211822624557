import { getMetadataStorage, IsString, MaxLength, validate } from 'class-validator';
import { rememberRules } from './remembered-rules.js';

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
  let lookUps = 0;

  beforeAll(() => {
    const storage = getMetadataStorage();
    const find = Object.getPrototypeOf(storage).getTargetValidationMetadatas;
    Object.getPrototypeOf(storage).getTargetValidationMetadatas = function (...parameters: unknown[]) {
      lookUps += 1;
      return find.apply(this, parameters);
    };
    rememberRules();
    rememberRules();
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
