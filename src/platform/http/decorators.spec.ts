import { IsObject, IsOptional, IsString } from 'class-validator';
import { RequestPipe } from '../validation/request.pipe.js';
import { Raw } from './decorators.js';

class RequestDto {
  @IsString()
  name: string;

  @IsOptional()
  @IsObject()
  @Raw()
  payload?: object | null;
}

const pipe = new RequestPipe();
const read = async (body: object): Promise<unknown> => pipe.transform(body, { type: 'body', metatype: RequestDto });

describe('a raw property', () => {
  it('is the very value that was sent', async () => {
    const payload = { constructor: 'Brunel', prototype: 1, nested: [{ toString: 'x' }] };
    const request = await read({ name: 'a', payload });
    expect(request).toBeInstanceOf(RequestDto);
    expect((request as RequestDto).payload).toBe(payload);
  });

  it.each([[undefined], [null]])('may be %p', async (payload) => {
    expect(await read({ name: 'a', payload })).toEqual({ name: 'a', payload });
  });

  it('may be absent', async () => {
    expect(Object.keys((await read({ name: 'a' })) as object)).toEqual(['name']);
  });

  it.each<[unknown, string]>([
    ['text', 'a string'],
    [7, 'a number'],
    [true, 'a boolean'],
    [[1], 'a list'],
  ])('is checked like any other: %p', async (payload, kind) => {
    await expect(read({ name: 'a', payload })).rejects.toMatchObject({
      errors: { payload: { messages: [`payload must be an object, not ${kind}`] } },
    });
  });

  it('leaves the request as it was', async () => {
    const body = { name: 'a', payload: {} };
    await read(body);
    expect(body).toEqual({ name: 'a', payload: {} });
  });
});
