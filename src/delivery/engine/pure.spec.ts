import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'src/delivery/engine';

/** What the engine is given instead: the time of its scope, the chance of its retries, results of effects. */
const FORBIDDEN =
  /new Date\(\)|Date\.now|performance\.|Math\.random|randomUUID|process\.|set(Timeout|Immediate)|\bfetch\(/;

const VALUE_OF_MONGOOSE = /^import \{([^}]*)\} from 'mongoose'/m;

/** Names that are imported as values. */
function values([, names = '']: RegExpExecArray | [] = []): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

// Which modules it imports is checked with the layers.
describe('the engine is pure', () => {
  const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.spec)\.ts$/.test(file),
  );

  it.each(sources)('%s asks neither clock nor chance, and uses no store', (file) => {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
    expect(FORBIDDEN.exec(text)?.[0]).toBeUndefined();
    // `mongo` for the class of its errors.
    expect(values(VALUE_OF_MONGOOSE.exec(text) ?? []).filter((name) => name !== 'Types' && name !== 'mongo')).toEqual(
      [],
    );
  });
});
