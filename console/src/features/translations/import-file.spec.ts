import { oneFile } from './import-file';

describe('the files of an import', () => {
  it.each<[string, [string, string][], string]>([
    ['CSV as it is', [['texts.csv', 'key,de']], 'key,de'],
    ['JSON with all languages as it is', [['texts.json', '{"de": {}}']], '{"de": {}}'],
    ['JSON of one language', [['de-DE.json', '\ufeff{"a": "A"}']], '{"de_DE": {"a": "A"}}'],
    [
      'JSON of several languages',
      [
        ['de.json', '{}'],
        ['fr.json', '{"a": 1}'],
      ],
      '{"de": {},\n"fr": {"a": 1}}',
    ],
  ])('are one: %s', async (_case, files, expected) => {
    expect(await (await oneFile(files.map(([name, text]) => new File([text], name)))).text()).toBe(expected);
  });

  it('are refused where their languages are not known', async () => {
    await expect(oneFile([new File([''], 'a.csv'), new File([''], 'b.csv')])).rejects.toThrow(/^Choose one file/);
  });
});
