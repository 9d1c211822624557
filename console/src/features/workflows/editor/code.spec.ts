import { execFileSync } from 'node:child_process';
import { codeOf, LANGUAGES } from './code';

const trigger = {
  origin: 'http://127.0.0.1:3000',
  name: 'order-shipped',
  to: "ada's",
  payload: { text: `It's "there" \\ $HOME \`id\` {{x}}`, count: 5, ok: true, none: null },
};
const { origin: _origin, ...body } = trigger;

describe('the code to trigger a workflow', () => {
  it.each(LANGUAGES)('names the address and the key in %s', (language) => {
    const code = codeOf(language, trigger);
    expect(code).toContain('http://127.0.0.1:3000/v1/events/trigger');
    expect(code).toContain('CARILLON_API_KEY');
  });

  it('hands the body to curl as it is, whatever is in it', () => {
    const code = codeOf('curl', trigger).replace(/^curl/, 'printf "%s\\n"');
    const said = execFileSync('sh', ['-c', code], { encoding: 'utf8' });
    expect(JSON.parse(said.slice(said.indexOf('{')))).toEqual(body);
  });

  it.each([
    ['Python', "r'''", "'''"],
    ['Go', '`', '`'],
  ] as const)('has a literal in %s that nothing in the body ends', (language, begin, end) => {
    const [, after] = codeOf(language, trigger).split(begin);
    expect(JSON.parse(after!.split(end, 1)[0]!)).toEqual(body);
  });

  it('sends the body with Node', () => {
    const prelude = `globalThis.fetch = async (_, { body }) => ({ ok: true, json: async () => ({ data: body }) });`;
    const code = `${prelude}\n${codeOf('Node', trigger)}`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual(body);
  });
});
