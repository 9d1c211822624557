/** @runs-on build */
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { RequestPipe } from '../../platform/validation/request.pipe.js';
import { UpdateTenantDto } from './tenants.dto.js';

class RequestDto {
  @ValidateNested({ each: true })
  @Type(() => UpdateTenantDto)
  parts: UpdateTenantDto[];
}

describe('a raw property', () => {
  it('is so in a part of the request, too', async () => {
    const data = { constructor: { prototype: 1 }, toString: 2, valueOf: null };
    const body = { parts: [{ data }] };
    const { parts } = (await new RequestPipe().transform(body, { type: 'body', metatype: RequestDto })) as RequestDto;
    const [part] = parts;
    expect(part).toBeInstanceOf(UpdateTenantDto);
    expect(part?.data).toBe(data);
  });
});
