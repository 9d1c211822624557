import { multipartBody } from './request-bodies.js';

describe('a form with files', () => {
  it('is what a server understands, whatever is in it', async () => {
    const content = Buffer.from([0, 13, 10, 45, 45, 255]);
    const { headers, body } = multipartBody([
      { name: 'subject', value: 'Grüße\r\n--x' },
      { name: 'a"b', value: '1' },
      { name: 'file', value: { fileName: 'Übersicht "1".pdf', mime: 'application/pdf', content } },
    ]);
    const form = await new Response(body as BodyInit, { headers }).formData();
    expect(form.get('subject')).toBe('Grüße\r\n--x');
    expect(form.get('a"b') ?? form.get('a%22b')).toBe('1');
    const file = form.get('file') as File;
    expect([file.name.replace(/%22/g, '"'), file.type]).toEqual(['Übersicht "1".pdf', 'application/pdf']);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  });

  it('has a boundary that follows from what is in it', () => {
    const boundaryOf = (value: string) => multipartBody([{ name: 'a', value }]).headers['content-type'];
    expect(boundaryOf('1')).toBe(boundaryOf('1'));
    expect(boundaryOf('1')).not.toBe(boundaryOf('2'));
  });
});
