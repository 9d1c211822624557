import type { Command } from 'commander';
import { runCommand } from '../platform/command-line/run-command.js';
import { carillonCommand } from './program.js';

const COMMANDS = [
  'start',
  'demo',
  'keys',
  'accounts',
  'pages',
  'doctor',
  'backup',
  'restore',
  'move',
  'workflows',
  'import',
  'audit',
  'store',
];

/** Runs `carillon` with these words: the exit code, and what it prints. */
async function run(...words: string[]): Promise<{ code: number; printed: string; errors: string }> {
  let printed = '';
  const errors: string[] = [];
  const carillon = carillonCommand();
  for (const command of all(carillon)) command.configureOutput({ writeOut: (text) => void (printed += text) });
  const code = await runCommand(carillon, words, (line) => errors.push(line));
  return { code, printed, errors: errors.join('\n') };
}

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

/** The words of every command, such as `keys` and `keys list`. */
function pathsOf(command: Command, before = ''): string[] {
  return command.commands.flatMap((one) => [before + one.name(), ...pathsOf(one, `${before}${one.name()} `)]);
}

describe('carillon', () => {
  it('has these commands', () => {
    expect(carillonCommand().commands.map((command) => command.name())).toEqual(COMMANDS);
  });

  it.each(COMMANDS)('%s --help shows how it is used, with an example', async (name) => {
    const { code, printed } = await run(name, '--help');
    expect(code).toBe(0);
    expect(printed).toContain(`Usage: carillon ${name}`);
    expect(printed).toMatch(new RegExp(`Examples?:\\n[^]*carillon ${name}`));
  });

  it.each(pathsOf(carillonCommand()))('%s refuses an unknown option, and names the nearest', async (path) => {
    expect(await run(...path.split(' '), '--hepl')).toEqual({
      code: 2,
      printed: '',
      errors: `Unknown option '--hepl'. Did you mean '--help'? Help: carillon ${path} --help`,
    });
  });

  it('names a required option that is misspelt, instead of saying that it is missing', async () => {
    expect((await run('import', '--form', 'http://a')).errors).toContain(
      "Unknown option '--form'. Did you mean '--from'?",
    );
  });

  it('refuses an unknown command, and names the nearest', async () => {
    expect(await run('kyes', 'list')).toMatchObject({
      code: 2,
      errors: "Unknown command 'kyes'. Did you mean 'keys'? Help: carillon --help",
    });
  });

  it('takes no secret as an option', () => {
    const options = all(carillonCommand()).flatMap((command) => command.options.map(({ long }) => long));
    expect(options.filter((option) => /key|token|secret|password/.test(option ?? ''))).toEqual([]);
  });
});
