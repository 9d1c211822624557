import { inAppContent } from './in-app-content.js';

describe('inAppContent', () => {
  it('takes over what the controls give', () => {
    const content = inAppContent({
      subject: 'Order & more',
      body: 'It is <b>here</b>',
      avatar: '/avatars/shop.png',
      primaryAction: { label: 'Track', redirect: { url: 'https://shop.example/7' } },
      secondaryAction: { label: 'Later' },
      redirect: { url: '/orders/7', target: '_top' },
      data: { id: '7', count: 2, urgent: true, none: null },
      disableOutputSanitization: false,
    });
    expect(content).toStrictEqual({
      subject: 'Order & more',
      body: 'It is <b>here</b>',
      avatar: '/avatars/shop.png',
      primaryAction: { label: 'Track', redirect: { url: 'https://shop.example/7', target: '_blank' } },
      secondaryAction: { label: 'Later' },
      redirect: { url: '/orders/7', target: '_top' },
      data: { id: '7', count: 2, urgent: true, none: null },
    });
  });

  it('leaves out what is empty', () => {
    const content = inAppContent({
      subject: '',
      body: 'Hi',
      avatar: ' ',
      primaryAction: { label: ' ', redirect: { url: 'nowhere' } },
      secondaryAction: null,
      redirect: { url: '' },
      data: {},
    });
    expect(content).toStrictEqual({ body: 'Hi' });
  });

  it('has an empty body when there is only a subject', () => {
    expect(inAppContent({ subject: 'Hi' })).toStrictEqual({ subject: 'Hi', body: '' });
  });

  it.each([{}, { subject: '', body: ' \n' }, { subject: null, body: null }, { body: '<script>alert(1)</script>' }])(
    'needs a body or a subject: %j',
    (values) => {
      expect(inAppContent(values)).toMatchObject({ name: 'ContentError', field: 'body', reason: 'missing' });
    },
  );

  it('L5 sanitises subject, body and labels', () => {
    const attack = 'x<img src=/a.png onerror=alert(1)>';
    const values = { subject: attack, body: attack, primaryAction: { label: attack } };
    const safe = 'x<img src="/a.png" />';
    expect(inAppContent(values)).toEqual({ subject: safe, body: safe, primaryAction: { label: safe } });
  });

  it('L5 stores texts as given when disableOutputSanitization is true', () => {
    const body = '<b onclick=x>a<b & c</b>';
    expect(inAppContent({ body, disableOutputSanitization: true })).toEqual({ body });
  });

  it.each([false, 'true', 1, null, undefined])('L5 sanitises for disableOutputSanitization %j', (value) => {
    expect(inAppContent({ body: '<b onclick=x>R&D</b>', disableOutputSanitization: value })).toEqual({
      body: '<b>R&D</b>',
    });
  });

  it('L6 checks addresses even when sanitising is off', () => {
    const values = { body: 'x', redirect: { url: 'javascript:alert(1)' }, disableOutputSanitization: true };
    expect(inAppContent(values)).toEqual({ body: 'x' });
  });

  it.each([
    [{ avatar: 'ftp://a.example/x.png' }, {}, 'avatar'],
    [{ redirect: { url: '//evil.example' } }, {}, 'redirect.url'],
    [
      { primaryAction: { label: 'Go', redirect: { url: 'mailto:a@b.example' } } },
      { primaryAction: { label: 'Go' } },
      'primaryAction.redirect.url',
    ],
  ])('L6 leaves out the link of %j that is not allowed, and keeps the message', (values, expected, field) => {
    const leftOut: string[] = [];
    const content = inAppContent({ body: 'x', ...values }, { onLeftOut: (problem) => leftOut.push(problem.field) });
    expect(content).toEqual({ body: 'x', ...expected });
    expect(leftOut).toEqual([field]);
  });

  it('L6 keeps links of schemes that the environment allows', () => {
    const redirect = { url: 'myapp://orders/7', target: '_self' };
    expect(inAppContent({ body: 'x', redirect }, { schemes: ['myapp:'] })).toEqual({ body: 'x', redirect });
  });

  it.each([
    [
      { secondaryAction: { label: 'Go', redirect: { url: '/', target: 'x' } } },
      'secondaryAction.redirect.target',
      'target',
    ],
    [{ primaryAction: 'Go' }, 'primaryAction', 'value'],
    [{ primaryAction: { label: ['Go'] } }, 'primaryAction.label', 'value'],
    [{ subject: {} }, 'subject', 'value'],
  ])('names the field at fault in %j', (values, field, reason) => {
    expect(inAppContent({ body: 'x', ...values })).toMatchObject({ name: 'ContentError', field, reason });
  });
});

describe('L7 data', () => {
  const dataWith = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

  it.each([
    [dataWith(10)],
    [{ text: 'x'.repeat(256) }],
    [{ text: '😀'.repeat(256) }],
    [{ zero: 0, empty: '', no: false, none: null }],
  ])('accepts %j', (data) => {
    expect(inAppContent({ body: 'x', data })).toEqual({ body: 'x', data });
  });

  it.each([
    [dataWith(11), 'data'],
    [{ text: 'x'.repeat(257) }, 'data.text'],
    [{ text: '😀'.repeat(257) }, 'data.text'],
    [{ list: [1] }, 'data.list'],
    [{ nested: { a: 1 } }, 'data.nested'],
    [{ number: Infinity }, 'data.number'],
    [['a'], 'data'],
    ['a', 'data'],
  ])('refuses %j', (data, field) => {
    expect(inAppContent({ body: 'x', data })).toMatchObject({ name: 'ContentError', field, reason: 'value' });
  });

  it('goes by other limits if given', () => {
    expect(inAppContent({ body: 'x', data: { a: 'abc' } }, {}, { properties: 1, textLength: 2 })).toMatchObject({
      field: 'data.a',
    });
  });
});
