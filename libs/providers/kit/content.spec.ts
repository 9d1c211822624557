import { addressed, type EmailContent } from './content.js';

describe('E12: the name of a file', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\bill.pdf', 'bill.pdf'],
    ['/tmp/mixed\\bill.pdf', 'bill.pdf'],
    ['folder/', 'folder'],
    ['//', 'attachment'],
    ['', 'attachment'],
  ])('%j is %j for its readers', (name, expected) => {
    const email: EmailContent = {
      channel: 'email',
      to: ['ada@example.com'],
      subject: 'x',
      html: 'x',
      text: 'x',
      attachments: [{ name, size: 0, open: () => Promise.reject(new Error('not opened')) }],
    };
    expect(addressed(email).attachments?.map((file) => file.name)).toEqual([expected]);
  });
});
