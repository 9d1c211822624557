import { IsOptional, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Raw } from '../http/decorators.js';
import { readPlain } from './request.pipe.js';
import { HasShape, ignoredMembers, RefusesUnknown, type Shape, WithoutEffect } from './unknown-members.js';

class AddressDto {
  @IsString()
  city: string;
}

@RefusesUnknown()
class LimitsDto {
  @IsOptional()
  perDay?: number;
}

@WithoutEffect('agentId')
class FieldsDto {
  @IsString()
  name: string;

  @IsOptional()
  @Raw()
  data?: object;

  @IsOptional()
  anything?: object;
}

class PersonDto extends FieldsDto {
  @IsOptional()
  @ValidateNested()
  @Type(() => AddressDto)
  address?: AddressDto;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => AddressDto)
  others?: AddressDto[];

  @IsOptional()
  @ValidateNested()
  @Type(() => LimitsDto)
  limits?: LimitsDto;

  @IsOptional()
  @Raw()
  @HasShape(({ type }): Shape => (type === 'a' ? { type: null, inner: { x: null } } : { type: null }))
  parts?: unknown;
}

const ignoredIn = (body: object) => ignoredMembers(body, readPlain(PersonDto, body));

describe('WR1: what is ignored of a request', () => {
  it.each<[string, object, RegExp[]]>([
    ['a member that it does not have', { nam: 1 }, [/^nam was ignored: the fields here are .*Did you mean 'name'\?$/]],
    ['a member that only clients know', { agentId: null }, [/^agentId has no effect here$/]],
    [
      'a member of an object in it',
      { address: { city: 'Ulm', cty: '' } },
      [/^address\.cty was ignored: .* city\. Did/],
    ],
    ['a member of an entry of a list', { others: [{ city: 'Ulm' }, { city: '', zip: 1 }] }, [/^others\.1\.zip was/]],
    ['a member of an object that is read by hand', { parts: { type: 'b', inner: {} } }, [/^parts\.inner was ignored/]],
    [
      'members of the entries of such a list, each by its kind',
      { parts: ['text', { type: 'a', inner: { x: 1, y: 2 } }, { z: 1 }] },
      [/^parts\.1\.inner\.y was ignored: the fields here are x\. Did/, /^parts\.2\.z was ignored/],
    ],
    ['a name that all objects have', { constructor: 1, toString: 2 }, [/^constructor was/, /^toString was/]],
    ['a name like that in what is read by hand', { parts: { type: 'b', toString: 1 } }, [/^parts\.toString was/]],
  ])('is %s', (_what, body, expected) => {
    expect(ignoredIn({ name: 'Ada', ...body })).toEqual(expected.map((text) => expect.stringMatching(text)));
  });

  it('WR3: is nothing that it has, nor anything in free-form values; and of very many members only some are named', () => {
    const known = { name: 'Ada', data: { any: { thing: 1 } }, anything: { at: ['all'] }, address: { city: 'Ulm' } };
    expect(ignoredIn({ ...known, others: [], limits: { perDay: 1 } })).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1]));
    expect(ignoredIn({ name: 'Ada', ...many })).toHaveLength(10);
  });

  it('WR2: and is refused where the request would mean something else without it', () => {
    const refused = {
      'limits.per_day': { messages: [expect.stringMatching(/is unknown: .*Did you mean 'perDay'\?$/)] },
    };
    expect(() => ignoredIn({ name: 'Ada', limits: { per_day: 1 } })).toThrow(
      expect.objectContaining({ errors: refused }),
    );
  });
});
